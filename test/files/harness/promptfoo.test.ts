import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { readPromptfooLogs } from '../../../src/files/harness/promptfoo-logs.ts';
import { isPromptfoo, readPromptfoo } from '../../../src/files/harness/read-promptfoo.ts';
import { runCommandSync, succeedSync } from '../../command/run-command.ts';
import { IS_ALL } from '../../repetitions.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-promptfoo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/promptfoo/${name}`, import.meta.url));
const text = readFileSync(golden('results.json'), 'utf8');
const write = (name: string, value: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};
interface Row {
  score?: number;
  failureReason?: number;
  error?: string;
  gradingResult?: unknown;
  promptIdx?: number;
  response?: unknown;
  provider: { id: string; label: string };
  testCase: { metadata: { item?: string } };
}
/** The recorded results, changed. */
const changed = (change: (results: { results: Row[] }) => void) => {
  const value = JSON.parse(text);
  change(value.results);
  return value;
};

test('the parts of a score are named, and are not taken', () => {
  const file = write(
    'named.json',
    changed(({ results }) => {
      for (const row of results) Object.assign(row, { namedScores: { style: 0.2, correct: 1 } });
    }),
  );
  const bank = { name: 'b', items: ['boil', 'braces', 'even', 'quote', 'zhong'] };
  const [log] = readPromptfooLogs([file], bank);
  expect(log.report.otherMetrics).toEqual(['style', 'correct']);
  expect(log.answers.map(({ score }) => score)).toEqual([0, 0, 0, 1, 0]);
});

test('a file of a real run: the scores of promptfoo, by the items in the metadata', () => {
  expect(isPromptfoo(text)).toBe(true);
  expect(readPromptfoo(golden('results.json'))).toEqual([
    {
      model: 'parrot',
      tests: 5,
      failed: 0,
      truncated: 0,
      absent: new Map(),
      unnamed: 0,
      otherMetrics: [],
      scores: new Map([
        ['boil', 0],
        ['braces', 0],
        ['even', 0],
        ['quote', 1],
        ['zhong', 0],
      ]),
    },
  ]);
});

test('a provider that failed is no answer; repeats are averaged; providers are models', () => {
  const file = write(
    'several.json',
    changed((results) => {
      const [first, second, third] = results.results;
      second.failureReason = 2;
      results.results.push(
        { ...first, score: 1 },
        { ...third, provider: { id: 'other', label: '' } },
      );
    }),
  );
  const [parrot, other] = readPromptfoo(file);
  expect(parrot).toMatchObject({ tests: 6, failed: 1 });
  expect(parrot.scores.get('boil')).toBe(0.5);
  expect(parrot.scores.has('braces')).toBe(false);
  expect(other).toMatchObject({ model: 'other', scores: new Map([['even', 0]]) });
});

test('a provider that failed in a version without reasons: by the error of its response, or one without a grade', () => {
  const file = write(
    'earlier.json',
    changed(({ results }) => {
      for (const one of results) delete one.failureReason;
      Object.assign(results[0], { score: 0, error: '429', gradingResult: null });
      Object.assign(results[1], { score: 0, response: { error: '429' } });
      Object.assign(results[2], { score: 0, error: 'answer B, key A', gradingResult: {} });
    }),
  );
  expect(readPromptfoo(file)[0]).toMatchObject({ tests: 5, failed: 2 });
});

test.each([
  ['{"evalId": "x"', /text that is not JSON/],
  ['{"evalId": "x", "results": {"version": 2, "results": []}}', /version "2" of results/],
  [
    changed(({ results }) => {
      for (const one of results) delete one.score;
    }),
    /no valid field results.results.0.score/,
  ],
  [
    changed(({ results }) => {
      results[0].score = 3;
    }),
    /result 1, item "boil": found score 3/,
  ],
  [
    changed(({ results }) => {
      for (const one of results) one.testCase.metadata = {};
    }),
    /no answer of a test with metadata.item/,
  ],
  [
    changed(({ results }) => {
      results[1].provider = { ...results[1].provider, id: 'openai:chat:other' };
    }),
    /result 2: found the providers/,
  ],
  [
    changed(({ results }) => {
      results[1].promptIdx = 1;
    }),
    /result 2, model "parrot"/,
  ],
])('a wrong file: a clear error', (value, message) => {
  expect(() => readPromptfoo(write('wrong.json', value))).toThrow(message);
});

test('two files with different scores of a model for an item are refused', () => {
  const bank = { name: 'mine', items: ['even', 'quote'] };
  const other = write(
    'other.json',
    changed(({ results }) => {
      results[3].score = 0;
    }),
  );
  expect(() => readPromptfooLogs([golden('results.json'), other], bank)).toThrow(
    expect.objectContaining({
      code: 'FILE_INVALID',
      details: expect.objectContaining({
        where: 'model "parrot", item "quote"',
        found: 'scores 1 and 0',
      }),
    }),
  );
  const [{ answers, report }] = readPromptfooLogs([golden('results.json')], bank);
  expect(answers).toEqual([
    { item: 'even', index: 0, score: 0 },
    { item: 'quote', index: 1, score: 1 },
  ]);
  expect(report).toMatchObject({ lines: 5, accepted: 2, duplicates: 0, unknown: 3 });
});

test('form, then bank record: text only if asked for, braces of questions stay, keys in no prompt', () => {
  const database = join(folder, 'store.db');
  const run = (...args: string[]) => runCommandSync([...args, '--database', database]);
  succeedSync([
    ...['bank', 'import', golden('questions.jsonl'), '--name', 'mine', '--source', 'made up'],
    ...['--licence', 'MIT', '--language', 'en', '--database', database],
  ]);
  const form = ['form', '--bank', 'mine', '--items', '5', '--format', 'promptfoo'];
  const refused = run(...form);
  expect([refused.status, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('Add --with-text');
  const made = run(...form, '--with-text', '--model', 'parrot@http://127.0.0.1:9/v1');
  const configuration = parse(made.stdout);
  expect(configuration.providers[0]).toMatchObject({
    id: 'openai:chat:parrot',
    config: { apiBaseUrl: 'http://127.0.0.1:9/v1' },
  });
  const { tests, defaultTest, prompts } = configuration;
  expect(tests.map(({ metadata }: Row['testCase']) => metadata.item)).toEqual([
    'boil',
    'braces',
    'even',
    'quote',
    'zhong',
  ]);
  expect(tests[1].vars.thetarank_question).toContain('{{ 1 + 1 }}');
  expect(JSON.parse(prompts[0].raw)).toEqual([{ role: 'user', content: '{{thetarank_question}}' }]);
  // The assertion as promptfoo runs it.
  const score = new Function('output', 'context', defaultTest.assert[0].value);
  const graded = (output: string, key: string) =>
    score(output, { vars: { thetarank_key: key } }).pass;
  for (const right of [
    'The answer is (B).',
    'Because of (A) … **The answer is B**',
    '<think>The answer is (A)</think>The answer is: B',
    '答案是B。',
    'so \\boxed{B}? The answer is \\boxed{B}',
    'B',
    'Reasons.\n(B)',
    ...['Answer: B', 'ANSWER: B', '**Answer:** B', 'Final Answer: B', 'B) Paris', '\\boxed{B}'],
    ...['The answer is option B', 'The correct option is B because of A', '**Answer**: (B) Paris'],
  ])
    expect([right, graded(right, 'B')]).toEqual([right, true]);
  for (const wrong of [
    ...['The answer is (A).', 'The answer is Beryllium.', 'B or A', ''],
    ...['The answer is B or A?', 'The answer is A, B or C.', 'A) Rome\nB) Paris', 'The answer'],
  ])
    expect([wrong, graded(wrong, 'B')]).toEqual([wrong, false]);
  expect(graded('The answer is (A, C)', 'AC')).toBe(true);
  expect(graded('The answer is (CA)', 'AC')).toBe(true);
  expect(run('bank', 'record', golden('results.json'), '--to', 'mine').stdout).toContain(
    '5 answers of 1 model',
  );
  // Of a harness that has its own questions the form stays without any.
  expect(runCommandSync([...form.slice(0, 5), '--with-text', '--format', 'ids']).stderr).toContain(
    '--format promptfoo',
  );
});

test.runIf(IS_ALL)('place reads the results of a built-in bank', () => {
  const { items } = loadBuiltinBank('cruxeval-o');
  const file = write(
    'crux.json',
    changed((results) => {
      const [row] = results.results;
      results.results = items
        .filter((_, j) => j % 20 === 0)
        .map((item, k) => ({ ...row, score: k % 2, testCase: { metadata: { item } } }));
    }),
  );
  const {
    model,
    items: count,
    right,
  } = JSON.parse(succeedSync(['place', file, '--bank', 'cruxeval-o', '--json']));
  expect([model, count, right]).toEqual(['parrot', 40, 20]);
});
