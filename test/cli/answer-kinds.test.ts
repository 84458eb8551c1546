import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

const base = temporaryFolder();
const questions = fileURLToPath(new URL('../golden/promptfoo/questions.jsonl', import.meta.url));
let folder = '';
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(base, 'run-'));
  env = { THETARANK_DATABASE: join(folder, 'store.db') };
});

function write(name: string, value: unknown): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const importQuestions = () =>
  succeedSync(
    [
      ...['bank', 'import', questions, '--name', 'mine', '--source', 'made up'],
      ...['--licence', 'MIT', '--language', 'en'],
    ],
    { env },
  );

/** The kept answers of a bank, by model and item. */
function kept(bank: string): Record<string, number> {
  const out = join(folder, 'kept.csv');
  succeedSync(['bank', 'export', bank, '--recorded-answers', '--out', out], { env });
  const { examinees, items, scores } = readResponses(out).matrix;
  return Object.fromEntries(
    examinees.flatMap((examinee, m) =>
      items.flatMap((item, j): [string, number][] => {
        const score = scores[m * items.length + j];
        return Number.isNaN(score) ? [] : [[`${examinee} ${item}`, score]];
      }),
    ),
  );
}

test('logs of Inspect: unreadable and refused answers count, samples with an error are missing', () => {
  const sample = (id: number, answer: string | null, more: object = {}) => ({
    id,
    epoch: 1,
    input: `How many legs have ${id} cats?`,
    choices: [`${4 * id}`, `${4 * id + 1}`],
    target: 'A',
    scores:
      answer === null
        ? undefined
        : { choice: { value: answer === 'A' ? 'C' : 'I', answer, explanation: '' } },
    ...more,
  });
  const blocked = { output: { choices: [{ stop_reason: 'content_filter' }] } };
  const log = write('log.json', {
    version: 2,
    status: 'success',
    eval: { task: 'legs', model: 'maker/model' },
    samples: [
      sample(1, 'A'),
      sample(2, 'B', { output: { choices: [{ stop_reason: 'stop' }] } }),
      sample(3, ''),
      sample(4, '', blocked),
      sample(5, null, { error: { message: 'timed out' } }),
      sample(6, null),
      sample(7, '', { output: { choices: [{ stop_reason: 'max_tokens' }] } }),
    ],
  });
  const args = [
    ...['bank', 'import', log, '--format', 'inspect', '--name', 'legs', '--licence', 'MIT'],
    '--absent',
  ];
  const json = JSON.parse(succeedSync([...args, '--json'], { env }));
  const kinds = {
    model: 'maker/model',
    answers: 5,
    unread: 1,
    truncated: 1,
    refused: 1,
    missing: 2,
  };
  expect(json.recorded).toMatchObject({ answers: 5, unscored: { count: 2 }, kinds: [kinds] });
  // What is missing has no score, and the rest has the one of the log.
  expect(Object.values(kept('legs')).sort()).toEqual([0, 0, 0, 0, 1]);
  const text = succeedSync([...args, '--name', 'again'], { env });
  expect(text).toMatch(/^maker\/model +5 +1 +1 +1 +2$/m);
});

test('results of a batch: unreadable answers count as 0, failed requests are missing', () => {
  importQuestions();
  const line = (item: string, content: string | null, finish_reason = 'stop') =>
    JSON.stringify({
      custom_id: item,
      response:
        content === null
          ? { status_code: 400, body: {} }
          : {
              status_code: 200,
              body: { model: 'm', choices: [{ message: { content }, finish_reason }] },
            },
    });
  const file = write(
    'results.jsonl',
    `${[line('boil', 'The answer is (B).'), line('even', 'I would rather not.'), line('quote', null), line('zhong', 'A是四，所以', 'length')].join('\n')}\n`,
  );
  const record = ['bank', 'record', file, '--to', 'mine', '--absent'];
  const json = JSON.parse(succeedSync([...record, '--json'], { env }));
  expect(json.kinds).toEqual([
    { model: 'm', answers: 3, unread: 1, truncated: 1, refused: 0, missing: 1 },
  ]);
  expect(kept('mine')).toEqual({ 'm boil': 1, 'm even': 0, 'm zhong': 0 });
  expect(succeedSync(record, { env })).toMatch(/^m +3 +1 +1 +0 +1$/m);
});

/** Prompts as OpenCompass keeps them, with the options in the order of the bank. */
const PROMPTS = {
  boil: 'Answer the question.\nAt which temperature does water boil at sea level?\nA. 50 °C\nB. 100 °C\nC. 150 °C\nAnswer:',
  even: 'Which of these are even?\nA. 2\nB. 3\nC. 4\nAnswer:',
  zhong: '下列哪个数是质数？\nA. 四\nB. 六\nC. 七\nD. 八\n答案：',
};

test('predictions of OpenCompass are scored by the keys of the bank; what answers no item of it is listed', () => {
  importQuestions();
  const prediction = (prompt: string, said: unknown, more: object = {}) => ({
    origin_prompt: [
      { role: 'SYSTEM', prompt: 'You are helpful.' },
      { role: 'HUMAN', prompt },
    ],
    prediction: said,
    ...more,
  });
  const first = write('predictions/my-model/made_up.json', {
    0: prediction(PROMPTS.boil, 'The answer is (B).', { gold: 'B' }),
    1: prediction(PROMPTS.even, 'I cannot answer this.'),
    2: prediction('Who wrote Hamlet?\nA. Marlowe\nB. Shakespeare\nAnswer:', 'B'),
    3: prediction(PROMPTS.zhong, ['答案是C', '答案是A'], { gold: 'C' }),
    4: prediction(PROMPTS.boil.replace('150', '170'), 'B'),
    5: prediction(PROMPTS.zhong, '答案是D', { gold: 'D' }),
    6: { prediction: 'B' },
  });
  const other = write('predictions/other/made_up.json', {
    0: { origin_prompt: PROMPTS.even, prediction: 'The answer is (AC).' },
  });
  const args = ['bank', 'record', first, other, '--to', 'mine'];
  const ran = runCommandSync([...args, '--json'], { env });
  expect(ran.status).toBe(9);
  const json = JSON.parse(ran.stdout);
  expect(json).toMatchObject({
    examinees: 2,
    read: 8,
    accepted: 4,
    rejected: 4,
    kinds: [
      { model: 'my-model', answers: 4, unread: 0, refused: 1, missing: 0 },
      { model: 'other', answers: 1, unread: 0, refused: 0, missing: 0 },
    ],
  });
  expect(json.files[0].rejects).toEqual([
    { where: 'sample 2', reason: 'no question of bank mine in its prompt' },
    { where: 'sample 4', reason: 'item boil, but its prompt lacks option C' },
    { where: 'sample 5', reason: "item zhong: gold D, but the bank's key is C" },
    { where: 'sample 6', reason: 'field origin_prompt: not as OpenCompass writes it' },
  ]);
  // Of two answers to one question, one was right.
  expect(kept('mine')).toEqual({
    'my-model boil': 1,
    'my-model even': 0,
    'my-model zhong': 0.5,
    'other even': 1,
  });
  const cut = write('predictions/cut/made_up.json', {
    0: prediction(PROMPTS.boil, 'Water boils at B', { finish_reason: 'length' }),
  });
  const ended = runCommandSync(['bank', 'record', cut, '--to', 'mine', '--absent', '--json'], {
    env,
  });
  expect(JSON.parse(ended.stdout).kinds).toMatchObject([{ model: 'cut', truncated: 1 }]);
  const text = runCommandSync(args, { env }).stdout;
  expect(text).toMatch(/^my-model +4 +0 +0 +1 +0$/m);
  expect(text).toMatch(/sample 5: .*zhong: gold D/);
  expect(text).not.toContain('--rejects');
});

test.each([
  ['elsewhere/made_up.json', { 0: {} }, { found: /predictions\/<model>/ }],
  [
    'predictions/m/made_up.json',
    { 0: { origin_prompt: 'Unknown?', prediction: 'A' } },
    { found: /^no answer .* 1 prediction \(sample 0: / },
  ],
])('%s is refused', (name, value, { found }) => {
  importQuestions();
  const ran = runCommandSync(['bank', 'record', write(name, value), '--to', 'mine'], { env });
  const details = { found: expect.stringMatching(found) };
  expect(ran).toMatchObject({ status: 2, error: { code: 'FILE_INVALID', details } });
});

test('several files are predictions only', () => {
  importQuestions();
  const file = write('answers.csv', 'examinee,boil\nm,1\n');
  const other = write('others.csv', 'examinee,boil\nn,1\n');
  const ran = runCommandSync(['bank', 'record', file, other, '--to', 'mine'], { env });
  const error = { code: 'OPTIONS_CONFLICT', details: { options: 'files' } };
  expect(ran).toMatchObject({ status: 2, error });
});
