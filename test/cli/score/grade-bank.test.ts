import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sealItem } from '../../../item-bank/import/seal-item.ts';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { runCommandSync, succeedSync } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const env = { THETARANK_DATABASE: join(folder, 'store.db') };

function write(name: string, lines: readonly object[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

beforeAll(() => {
  const file = write('items.jsonl', [
    {
      id: 'c',
      question: 'Which rises?',
      options: { A: 'it', B: 'that' },
      answer: 'A',
      explanation: 'It rises when it is heated',
    },
    { id: 'n', question: 'How long?', reference: '4.2 m', metric: 'numeric-match' },
    { id: 'l1', question: 'What is found?', reference: 'a; b', metric: 'label-f1' },
    { id: 'l2', question: 'What else is found?', reference: 'b', metric: 'label-f1' },
    { id: 'plain', question: 'Where?', reference: 'in Rome' },
  ]);
  const about = ['--source', 'made up', '--licence', 'MIT', '--language', 'en'];
  succeedSync(['bank', 'import', file, '--name', 'mixed', ...about], { env });
  const draft = {
    id: 'case',
    type: 'case' as const,
    stem: 'A patient coughs.',
    key: [
      { question: 'Since when?', answers: ['3 days'] },
      { question: 'How often?', answers: ['5'] },
    ],
    metric: metricSchema.parse({ name: 'numeric-match' }),
    tags: {},
  };
  const provenance = { source: 'made up', licence: 'MIT', language: 'en' };
  const cases = write('cases.jsonl', [sealItem(draft, provenance, 'q')]);
  const add = ['bank', 'import', cases, '--format', 'thetarank', '--name', 'mixed'];
  const added = runCommandSync(add, { env });
  expect(added, added.stderr).toMatchObject({ status: 0 });
});

const OUTPUTS = [
  { model: 'm', item: 'c', output: 'Explanation: It rises.\nThe answer is (A)' },
  { model: 'm', item: 'n', output: 'The answer is: 4.2' },
  { model: 'm', item: 'l1', output: 'The answer is: a' },
  { model: 'm', item: 'l2', output: '' },
  { model: 'm', item: 'plain', output: 'In Rome.' },
  { model: 'm', item: 'case', output: ['For 3 days.', 'Six times a day, or 7.'] },
];

test('any items of a bank are scored: letters, metrics, and cases by their questions', () => {
  const file = write('outputs.jsonl', OUTPUTS);
  const json = JSON.parse(
    succeedSync(['grade', file, '--bank', 'mixed', '--explanations', '--json'], { env }),
  );
  const scores = Object.fromEntries(
    json.scores.map(({ item, score }: { item: string; score: number }) => [item, score]),
  );
  // One of two labels: F1 = 2 · 1 / (1 + 2). Of the case one question of two.
  expect(scores).toEqual({ c: 1, n: 1, l1: expect.closeTo(2 / 3, 12), l2: 0, plain: 1, case: 0.5 });
  const metric = (name: string) =>
    json.metrics.find((own: { metric: string | { name: string } }) =>
      typeof own.metric === 'string' ? own.metric === name : own.metric.name === name,
    );
  expect(metric('choice')).toMatchObject({ answers: 1, unread: 0, corpus: { value: 1 } });
  expect(metric('exact-match')).toMatchObject({ answers: 1, corpus: { value: 1 } });
  // One open question and the two of the case.
  expect(metric('numeric-match')).toMatchObject({ answers: 3, unread: 0 });
  expect(metric('numeric-match').corpus.value).toBeCloseTo(2 / 3, 12);
  // Weighted F1 of the corpus: label a (1 of 1 found): 1; label b (none of 2): 0. Weights 1 and 2.
  expect(metric('label-f1')).toMatchObject({ answers: 2, unread: 1 });
  expect(metric('label-f1').corpus.value).toBeCloseTo(1 / 3, 12);
  const [{ scores: explained }] = json.explanations;
  // "it rises" against six words: precision 1, recall 1/3.
  expect(explained.metrics['ROUGE-1'].value).toBeCloseTo(0.5, 12);
});

test('with --out the CSV is what rank reads, and tables follow', () => {
  const file = write('outputs.jsonl', OUTPUTS);
  const out = join(folder, 'scores.csv');
  const text = succeedSync(['grade', file, '--bank', 'mixed', '--out', out], { env });
  expect(readFileSync(out, 'utf8')).toContain('m,case,0.5');
  expect(text).toMatch(/^m +label-f1 +2 +1 +0 +0 +33\.3/m);
  expect(text).toMatch(/^m +letters +1 +0 +0 +0 +100\.0$/m);
  expect(text).toContain('a ranking needs 3 models');
});

test('repeats: the most frequent letter, and the mean of other scores; without --majority an error', () => {
  const file = write('repeats.jsonl', [
    ...['A', 'B', 'A'].map((letter) => ({ model: 'm', item: 'c', output: `Answer: ${letter}` })),
    ...['4.2', '5'].map((output) => ({ model: 'm', item: 'n', output })),
  ]);
  const args = ['grade', file, '--bank', 'mixed', '--json'];
  const { scores } = JSON.parse(succeedSync([...args, '--majority'], { env }));
  expect(scores.map(({ item, score }: { item: string; score: number }) => [item, score])).toEqual([
    ['c', 1],
    ['n', 0.5],
  ]);
  expect(runCommandSync(args, { env }).error).toMatchObject({
    details: { where: 'line 2', found: expect.stringContaining('"m" on item "c" again') },
  });
});

test.each([
  [['--explanations'], {}, { details: { options: '--bank, --explanations' } }],
  [['--bank', 'mixed', '--keys', 'k.csv'], {}, { details: { options: '--bank, --keys' } }],
  [['--bank', 'mixed'], { item: 'other' }, { details: { found: 'item "other"' } }],
  [['--bank', 'mixed'], { item: 'case' }, { details: { where: 'line 1, field "output"' } }],
  [['--bank', 'mixed', '--explanations'], { item: 'n' }, { code: 'NO_EXPLANATIONS' }],
])('%j %j is refused', (args, change, error) => {
  const file = write('one.jsonl', [{ ...OUTPUTS[0], ...change }]);
  expect(runCommandSync(['grade', file, ...args], { env })).toMatchObject({ status: 2, error });
});

test('extract reads the answers to any items of a bank', () => {
  const file = write('outputs.jsonl', OUTPUTS);
  const { results } = JSON.parse(
    succeedSync(['extract', file, '--bank', 'mixed', '--json'], { env }),
  );
  const read = Object.fromEntries(
    results.map(({ item, extracted }: { item: string; extracted: string }) => [item, extracted]),
  );
  expect(read).toMatchObject({ c: 'A', n: '4.2', l1: 'a', l2: null, plain: 'In Rome.' });
  expect(read.case.split('\n\n')).toHaveLength(2);
});
