import { describe, expect, test } from 'vitest';
import { type AttachTarget, attachItems } from '../../../item-bank/import/attach-items.ts';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import { toCsv } from '../../../src/files/write/write.ts';
import { bytesSource } from './run-import.ts';

const questions = [
  { id: 'q70', stem: 'Two and two?', options: ['3', '4'], key: 'B' },
  { id: 'q71', stem: 'Two and two?', options: ['3', '4'], key: 'B' },
  { id: 'q72', stem: 'Which is missing?', options: ['x', 'N/A'], key: 'A' },
];
const hashOf = ({ stem, options, key }: (typeof questions)[number]) =>
  contentHash({
    type: 'single',
    stem,
    options: Object.fromEntries(options.map((text, k) => ['AB'[k], text])),
    key: [key],
  }).slice(0, 16);
const target: AttachTarget = {
  items: questions.map(({ id }) => id),
  hashes: questions.map(hashOf),
  idPrefix: 'q',
  tagsOf: (index) => ({ category: `c${index}` }),
};
const table = (rows: readonly (typeof questions)[number][]) =>
  toCsv(
    ['item', 'category', 'n_options', 'answer', 'question', 'options'],
    rows.map(({ id, stem, options, key }) => [id, 'other', 2, key, stem, JSON.stringify(options)]),
  );
/** As the public data set has it. */
const lines = (rows: readonly (typeof questions)[number][], pad = 0) =>
  rows
    .map(({ id, stem, options, key }) => ({
      question_id: Number(id.slice(1)),
      question: stem,
      options: [...options, ...Array.from({ length: pad }, () => 'N/A')],
      answer: key,
      answer_index: 'AB'.indexOf(key),
      cot_content: '',
      category: 'other',
    }))
    .map((row) => JSON.stringify(row))
    .join('\n');

describe('text of a bank', () => {
  test.each([
    ['a table', 'csv' as const, table(questions)],
    ['the public data set', 'jsonl' as const, lines(questions)],
    ['the same with padded options', 'jsonl' as const, lines(questions.slice(0, 2), 8)],
  ])('%s, in any order, in the order of the bank and with its tags', async (_, container, text) => {
    const reversed = container === 'jsonl' ? text.split('\n').reverse().join('\n') : text;
    const { items, report } = await attachItems(target, bytesSource(reversed), { container });
    const many = report.read;
    expect(report).toMatchObject({ matched: many, mismatchedCount: 0, unknownCount: 0 });
    expect(items.map(({ id }) => id)).toEqual(['q70', 'q71', 'q72'].slice(0, many));
    expect(items[1]).toMatchObject({
      tags: { category: 'c1' },
      status: 'active',
      stem: 'Two and two?',
      options: { A: '3', B: '4' },
      language: 'en',
    });
    // Both ids of one content.
    expect(items[0].hash).toBe(items[1].hash);
    expect(report.missing).toEqual(['q70', 'q71', 'q72'].slice(many));
  });

  test('an option N/A of the question itself stays', async () => {
    const { items } = await attachItems(target, bytesSource(lines(questions.slice(2))), {
      container: 'jsonl',
    });
    expect(items[0]).toMatchObject({ options: { A: 'x', B: 'N/A' } });
  });

  test('other content, other keys, unknown ids and repeats are counted apart', async () => {
    const rows = [
      questions[0],
      questions[0],
      { ...questions[1], key: 'A' },
      { ...questions[2], stem: 'Which is missing ?' },
      { ...questions[0], id: 'q9' },
    ];
    const { items, report } = await attachItems(target, bytesSource(table(rows)), {
      container: 'csv',
    });
    expect(items.map(({ id }) => id)).toEqual(['q70']);
    expect(report).toMatchObject({ read: 5, matched: 1, repeated: 1, mismatchedCount: 2 });
    expect(report.mismatched.map(({ where, id }) => [where, id])).toEqual([
      ['line 4', 'q71'],
      ['line 5', 'q72'],
    ]);
    expect(report.unknown).toEqual([{ where: 'line 6', id: 'q9' }]);
    expect(report.missing).toEqual(['q71', 'q72']);
  });

  test('columns of other names by a map', async () => {
    const text = toCsv(
      ['nr', 'frage', 'antworten', 'richtig'],
      [[70, 'Two and two?', '["3","4"]', 'B']],
    );
    const map = { id: 'nr', stem: 'frage', options: 'antworten', key: 'richtig' };
    const { report } = await attachItems(target, bytesSource(text), { container: 'csv', map });
    expect(report).toMatchObject({ matched: 1, missingCount: 2 });
  });
});
