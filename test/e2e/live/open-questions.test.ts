import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed, thetarank } from './command.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/** bank import of questions with a metric → rank --model against the stand-in → bank record → rank, as a user runs it. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-open-'));
const file = ['--database', join(folder, 'store.db')];
const path = (name: string) => join(folder, name);
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ITEMS = 24;

/** Numbers to be met within 1%, steps to be put into order, and sentences. */
const questions = Array.from({ length: ITEMS }, (_, k) => {
  const id = `q${k}`;
  if (k % 3 === 0)
    return {
      id,
      question: `How long is beam ${k}, in metres?`,
      reference: `${k + 1}00 m`,
      metric: { name: 'numeric-match', relative: 0.01 },
    };
  if (k % 3 === 1)
    return {
      id,
      question: `In which order is machine ${k} started?`,
      reference: 'valve > pump > heater > belt',
      metric: 'kendall',
    };
  return {
    id,
    question: `What does part ${k} do?`,
    reference: `part ${k} holds the shaft in place`,
    metric: 'rouge-l',
  };
});

/** The answer of each model to a question, and its score. */
function said(model: string, k: number): [output: string, score: number] {
  const isGood = model === 'strong' || k % 2 === 0;
  if (k % 3 === 0) return isGood ? [`It is ${k + 1}00.5 metres.`, 1] : ['It is 7 metres.', 0];
  // One pair of six is the wrong way round: τ = 4/6.
  if (k % 3 === 1)
    return isGood ? ['pump > valve > heater > belt', 5 / 6] : ['belt, heater, pump, valve', 0];
  // Five words of seven and of five: F1 = 10/12.
  return isGood ? [`Part ${k} holds the shaft.`, 10 / 12] : ['Unknown purpose', 0];
}

let served: ServedExam;
const models = ['strong', 'weak'];

beforeAll(async () => {
  writeFileSync(path('items.jsonl'), lines(questions));
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'plant', ...file);
  await succeed('bank', 'export', 'plant', '--out', path('exported.jsonl'), ...file);
  writeFileSync(
    path('outputs.jsonl'),
    lines(
      models.flatMap((model) =>
        questions.map(({ id }, k) => ({ model, item: id, output: said(model, k)[0] })),
      ),
    ),
  );
  served = await serveExam({ items: path('exported.jsonl'), outputs: path('outputs.jsonl') });
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('answers are scored by the metric of their item, and recorded', async () => {
  const asked = models.flatMap((name) => ['--model', `${name}@${served.url}`]);
  const out = path('run');
  await succeed(
    ...['rank', '--bank', 'plant', ...asked, '--items', `${ITEMS}`, '--strategy', 'random'],
    ...['--out', out, ...file],
  );
  const answers = readFileSync(join(out, 'answers.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(models.length * ITEMS);
  for (const { examinee, item, score, rule, extracted } of answers) {
    const k = Number(item.slice(1));
    // Scores are kept in double precision; F1 has one rounding.
    expect(score, `${examinee} ${item}`).toBeCloseTo(said(examinee, k)[1], 12);
    expect(rule).toBe(['numeric-match', 'kendall', 'rouge-l'][k % 3]);
    expect(extracted).toBeUndefined();
  }
  const recorded = JSON.parse(await succeed('bank', 'record', '--run', '1', '--json', ...file));
  expect(recorded).toMatchObject({ bank: 'plant', answers: models.length * ITEMS });
});

test('graded metrics are refused on recorded answers that are right or wrong', async () => {
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'binary', ...file);
  writeFileSync(
    path('binary.csv'),
    [
      ['examinee', ...questions.map(({ id }) => id)].join(','),
      ...['a', 'b', 'c'].map((name, i) =>
        [name, ...questions.map((_, k) => ((i + k) % 2 === 0 ? 1 : 0))].join(','),
      ),
      '',
    ].join('\n'),
  );
  await succeed('bank', 'record', path('binary.csv'), '--to', 'binary', ...file);
  const { status, stderr } = await thetarank([
    ...['rank', '--bank', 'binary', '--model', `strong@${served.url}`, '--items', '10', ...file],
  ]);
  expect(status).toBe(2);
  expect(stderr).toContain(
    'bank binary, item q1 and 15 more: metric kendall gives scores between 0 and 1, but all 48 recorded answers to these items are 0 or 1.',
  );
});

test('an unknown metric, and options that it does not have, are rejected with what is accepted', async () => {
  writeFileSync(
    path('wrong.jsonl'),
    lines([
      { question: 'What is 2 + 2?', reference: '4', metric: 'exact' },
      { question: 'What is 2 + 3?', reference: '5', metric: { name: 'bleu', order: 5 } },
      { question: 'What is 2 + 4?', reference: '6', metric: 'exact-match' },
    ]),
  );
  const { stdout, stderr } = await thetarank([
    ...['bank', 'import', path('wrong.jsonl'), '--name', 'wrong', '--json', ...file],
  ]);
  const text = stdout + stderr;
  expect(text).toContain('unknown metric \\"exact\\"; accepted: exact-match, numeric-match');
  expect(text).toContain('metric: bleu: order: ');
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1 });
});

test('--map metricIs states the metric of questions whose file has none', async () => {
  writeFileSync(path('plain.csv'), 'question,answer\nWhat is 2 + 2?,4\n');
  await succeed(
    ...['bank', 'import', path('plain.csv'), '--name', 'plain', '--map', 'metricIs=numeric-match'],
    ...file,
  );
  await succeed('bank', 'export', 'plain', '--out', path('plain.jsonl'), ...file);
  expect(JSON.parse(readFileSync(path('plain.jsonl'), 'utf8'))).toMatchObject({
    type: 'open',
    key: ['4'],
    metric: { name: 'numeric-match', relative: 0, absolute: 0, percent: 'value', which: 'only' },
  });
});

test('a program scores the answers whose metric names it, and is needed', async () => {
  const rows = [0, 1, 2].map((k) => ({
    ...questions[k],
    id: `p${k}`,
    metric: { name: 'command', program: 'judge' },
  }));
  writeFileSync(path('judged.jsonl'), lines(rows));
  await succeed('bank', 'import', path('judged.jsonl'), '--name', 'judged', ...file);
  const rank = [
    ...['rank', '--bank', 'judged', '--model', `strong@${served.url}`, '--items', '3'],
    ...['--strategy', 'random', ...file],
  ];
  const without = await thetarank(rank);
  expect(without.status).toBe(2);
  expect(without.stderr).toContain('the program "judge"');
  const script =
    "process.exit(JSON.parse(require('fs').readFileSync(0)).answer.includes('shaft') ? 0 : 1)";
  writeFileSync(
    path('scorers.yaml'),
    JSON.stringify({ judge: { argv: [process.execPath, '-e', script] } }),
  );
  const result = JSON.parse(
    await succeed(...rank, '-T', `scorers=${path('scorers.yaml')}`, '--json'),
  );
  expect(result.models[0].score).toBeCloseTo(100 / 3, 6);
  // A failure keeps no answer, and says what to do.
  writeFileSync(
    path('scorers.yaml'),
    JSON.stringify({ judge: { argv: [process.execPath, '-e', 'process.exit(4)'] } }),
  );
  const broken = await thetarank([...rank, '-T', `scorers=${path('scorers.yaml')}`]);
  expect(broken.status).toBe(2);
  expect(broken.stderr).toContain('the answer has no score: it ended with exit code 4. Correct');
});
