import { describe, expect, test } from 'vitest';
import type { FieldMap } from '../../../../item-bank/import/recognise/field-map.ts';
import { recognised } from '../../../../item-bank/import/recognise/recognised.ts';
import { toCsv } from '../../../../src/files/write/write.ts';
import { bytesSource, runImport } from '../run-import.ts';

const read = (records: unknown[], map?: Partial<FieldMap>) => {
  const format = recognised('jsonl', { map });
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  return runImport(format, bytesSource(text, 'some/file.jsonl')).then((run) => ({
    ...run,
    format,
  }));
};

describe('fields by their usual names', () => {
  test('id, question, options, answer, explanation; the rest are tags', async () => {
    const { items } = await read([
      {
        id: 'a-1',
        split: 'test',
        subject: 'law',
        year: 2020,
        question: '下列哪一项正确？',
        options: { A: '一', B: '二' },
        answer: 'B',
        explanation: '因为。',
      },
    ]);
    expect(items[0]).toMatchObject({
      id: 'a-1',
      type: 'single',
      explanation: '因为。',
      tags: { split: 'test', subject: 'law', year: '2020' },
      source: 'file',
      licence: 'not stated',
      language: 'zh',
    });
  });

  test.each([
    [
      'Question_ID, Prompt, Choices, Answer-Key',
      { Question_ID: 7, Prompt: 'Why?', Choices: ['x', 'y'], 'Answer-Key': 'B' },
    ],
    ['columns A and B', { id: 7, stem: 'Why?', A: 'x', B: 'y', key: 'B' }],
    [
      'option_a and option_b',
      { item: 7, question: 'Why?', option_a: 'x', option_b: 'y', target: 'B' },
    ],
    ['opa and opb', { id: 7, question: 'Why?', opa: 'x', opb: 'y', answer: 'B' }],
    ['choice_a and choice_b', { id: 7, question: 'Why?', choice_a: 'x', choice_b: 'y', key: 'B' }],
    ['option1 and option2', { id: 7, question: 'Why?', option1: 'x', option2: 'y', key: 'B' }],
    ['an index', { qid: 7, input: 'Why?', choices: ['x', 'y'], answer_index: 1 }],
    [
      'a letter before an index',
      { id: 7, question: 'Why?', options: ['x', 'y'], answer_index: 0, answer: 'B' },
    ],
  ])('%s', async (_, record) => {
    const { items } = await read([record]);
    expect(items[0]).toMatchObject({
      id: '7',
      stem: 'Why?',
      options: { A: 'x', B: 'y' },
      key: ['B'],
      tags: {},
    });
  });

  test('options that are letters alone are none', async () => {
    const { report } = await read([
      { question: 'Why?', A: 'A', B: ' B ', C: '', answer: 'B' },
      { question: 'Why?', A: 'B', B: 'A', answer: 'B' },
    ]);
    expect(report).toMatchObject({ accepted: 1, rejectedCount: 1 });
    expect(report.rejected[0].reason).toBe('options: every text is only its letter');
  });

  test('a number as answer is no index unless somebody says so', async () => {
    const record = { id: 7, question: 'Why?', choices: ['x', 'y'], answer: 1 };
    expect((await read([record])).report.rejected[0].reason).toMatch(/not made of letters/);
    expect((await read([record], { keyIs: 'index' })).items[0].key).toEqual(['B']);
  });

  test('a map overrides names, and only its tags count', async () => {
    const { items } = await read(
      [{ question: 'no', frage: 'Why?', answer: 'so', note: 'n', other: 'o' }],
      { stem: 'frage', tags: { remark: 'note' } },
    );
    expect(items[0]).toMatchObject({ type: 'open', stem: 'Why?', tags: { remark: 'n' } });
  });

  test('a type that is stated, and tags in an object', async () => {
    const { items } = await read([
      { type: 'sequencing', stem: 'Sort.', options: ['b', 'a'], key: ['B', 'A'], tags: { t: 'v' } },
    ]);
    expect(items[0]).toMatchObject({ type: 'sequencing', key: ['B', 'A'], tags: { t: 'v' } });
  });

  test('what cannot be a tag is counted', async () => {
    const { items, format } = await read([
      { stem: 'Why?', key: 'so', long: 'x'.repeat(1001), list: [1], lines: 'a\nb', none: null },
    ]);
    expect(items[0].tags).toEqual({});
    expect([...format.leftOut]).toEqual([
      ['long', 1],
      ['list', 1],
      ['lines', 1],
    ]);
  });

  test('without a stem or a key a record says what to name', async () => {
    const { report } = await read([{ frage: 'Why?', answer: 'so' }, { stem: 'Why?' }]);
    expect(report.rejected.map(({ reason }) => reason)).toEqual([
      'no stem among the fields "frage", "answer": choose its field with --map stem=FIELD',
      'no key among the fields "stem": choose its field with --map key=FIELD',
    ]);
  });

  test('CSV the same; a column that a map names must be there', async () => {
    const text = toCsv(
      ['item', 'question', 'options', 'answer'],
      [['q1', 'Why?', '["x","y"]', 'A']],
    );
    expect((await runImport(recognised('csv'), bytesSource(text))).items[0].key).toEqual(['A']);
    const missing = recognised('csv', { map: { stem: 'frage' } });
    await expect(runImport(missing, bytesSource(text))).rejects.toThrow(/no column "frage"/);
  });

  test('short items without Chinese take the language of those before', async () => {
    const { items } = await read([
      { stem: '下列哪一项是正确的？', key: '一' },
      { stem: 'H2O', key: 'x' },
      { stem: `${'An English question that is long enough to be one. '.repeat(4)}`, key: 'x' },
    ]);
    expect(items.map(({ language }) => language)).toEqual(['zh', 'zh', 'en']);
  });
});
