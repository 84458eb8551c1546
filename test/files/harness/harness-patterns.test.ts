import { expect, test } from 'vitest';
import { inspect } from '../../../item-bank/import/logs/inspect.ts';
import { lmEval } from '../../../item-bank/import/logs/lm-eval.ts';
import { loggedLetter } from '../../../item-bank/import/logs/logged-letter.ts';
import { readHarnessSamples } from '../../../src/files/harness/read-harness-samples.ts';
import { temporaryFiles } from '../temporary.ts';
import { bank as sums } from './harness-bank.ts';

const file = temporaryFiles();
const SIZE = 40;
const bank = {
  name: 'sums',
  items: Array.from({ length: SIZE }, (_, j) => `s${j}`),
  tags: { topic: { values: ['law'], codes: new Uint16Array(SIZE) } },
  harness: sums.harness,
};
const line = (j: number, letter: string) => ({
  doc_id: j,
  doc: { question_id: j, question: `Which of ${j}?`, options: ['one', 'two', 'three', 'four'] },
  target: 'ABCD'[j % 4],
  filtered_resps: [letter],
  filter: 'custom-extract',
  metrics: ['exact_match'],
  exact_match: Number(letter === 'ABCD'[j % 4]),
});
const log = (letterOf: (j: number) => string) =>
  bank.items.map((_, j) => JSON.stringify(line(j, letterOf(j)))).join('\n');

test('letters that a log of lm-evaluation-harness keeps show a model stuck at one, and missing answers', () => {
  const patternsOf = (letterOf: (j: number) => string, name: string) => {
    const path = file(log(letterOf), `samples_sums_law_${name}.jsonl`);
    return readHarnessSamples([path], bank).patterns;
  };
  expect(patternsOf(() => 'C', '2024-11-02T10-11-12.1')).toEqual([
    { pattern: 'same-letter', count: SIZE, of: SIZE, letter: 'C', keys: SIZE / 4 },
  ]);
  expect(
    patternsOf((j) => (j % 2 === 0 ? '[invalid]' : 'ABCD'[j % 4]), '2024-11-02T10-11-12.2'),
  ).toMatchObject([{ pattern: 'unreadable', count: SIZE / 2, of: SIZE }]);
  expect(patternsOf((j) => 'ABCD'[(j + (j % 3)) % 4], '2024-11-02T10-11-12.3')).toEqual([]);
  // Words of other metrics are no letters: nothing is said of them.
  expect(patternsOf(() => 'the whole output', '2024-11-02T10-11-12.4')).toEqual([]);
});

test('importers hand on the letter that a log has', () => {
  const source = { name: 'samples_sums_law.jsonl', bytes: (async function* () {})() };
  expect(lmEval({ model: 'm' }).answer(line(1, '(B)'), source)).toMatchObject({ extracted: 'B' });
  const sample = { scores: { choice: { value: 'I', answer: 'A' } } };
  const own = { sample, task: 't', model: 'm', scorers: [] };
  expect(inspect().answer(own, 'log.json')).toMatchObject({
    examinee: 'm',
    score: 0,
    extracted: 'A',
    refused: false,
  });
});

test.each([
  ['B', 'B'],
  [' (B) ', 'B'],
  ['C.', 'C'],
  ['', null],
  ['[invalid]', null],
  ['Because', undefined],
  [undefined, undefined],
  [3, undefined],
])('%j was extracted: %j', (text, letter) => {
  expect(loggedLetter(text)).toBe(letter);
});
