import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answerer } from '../../../src/stand-in/answerer.ts';
import { judge } from '../../../src/stand-in/answerers/judge.ts';
import { simulate } from '../../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import type { ComparisonResult } from '../../../src/workflow/compare/comparison-result.ts';
import type { EvaluationResult } from '../../../src/workflow/evaluation/evaluation-result.ts';
import { keptRuns } from './bank.ts';
import { start, succeed, thetarank } from './command.ts';

/** evaluate with two models and two judges on cases and other items, killed and continued → bank record, as a user runs it. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-evaluate-'));
const path = (name: string) => join(folder, name);
const CASES = 8;
const CHOICES = 4;
const ITEMS = CASES + CHOICES;
/** Two models; each of the two questions of a case is judged twice. */
const CALLS = 2 * (ITEMS + CASES * 2 * 2);
const MODELS = ['strong', 'weak'];
const JUDGES = ['mild', 'strict'];

const rows = [
  ...Array.from({ length: CASES }, (_, k) => ({
    description: `病人${k}，男，${30 + k}岁，腹痛${k + 1}天。`,
    QA_pairs: [
      { question: `病人${k}的诊断是什么？`, answer: `第${k}种疝` },
      { question: `病人${k}如何治疗？`, answer: `第${k}种手术` },
    ],
  })),
];
const choices = Array.from({ length: CHOICES }, (_, k) => ({
  id: `c${k}`,
  question: `Which number is ${k}?`,
  options: { A: `${k}`, B: `${k + 10}`, C: `${k + 20}` },
  answer: 'A',
}));

let server: FastifyInstance;
let url = '';
const asked: string[] = [];
let onAsked = () => {};

beforeAll(async () => {
  writeFileSync(path('cases.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(path('choices.jsonl'), choices.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await bankIn('export.db');
  await succeed(
    'bank',
    'export',
    'ward',
    '--out',
    path('items.jsonl'),
    '--database',
    path('export.db'),
  );
  const questions = await indexQuestions(await standInItems(path('items.jsonl')));
  const counted = (answerer: Answerer): Answerer => ({
    models: answerer.models,
    answer(question) {
      asked.push(JSON.stringify([question.model, question.messages]));
      onAsked();
      return answerer.answer(question);
    },
  });
  const abilities = new Map([
    ['strong', 3],
    ['weak', -2],
  ]);
  const judges = new Map([
    ['mild', { bias: 0.3, noise: 0 }],
    ['strict', { bias: -0.3, noise: 0 }],
  ]);
  server = standIn({
    answerers: [
      counted(simulate({ abilities, seed: 1 }, questions)),
      counted(judge({ judges, faults: 0, seed: 1 })),
    ],
  });
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function bankIn(database: string): Promise<void> {
  const to = ['--name', 'ward', '--database', path(database)];
  await succeed('bank', 'import', path('cases.jsonl'), '--format', 'cmb-clin', ...to);
  await succeed('bank', 'import', path('choices.jsonl'), ...to);
}

function evaluate(database: string, ...more: string[]): string[] {
  return [
    ...['evaluate', '--bank', 'ward', '--database', path(database)],
    ...MODELS.flatMap((name) => ['--model', `${name}@${url}`]),
    ...JUDGES.flatMap((name) => ['--judge', `${name}@${url}`]),
    ...['-M', 'price=1:2', '--judge-arg', 'price=1:2', ...more],
  ];
}

/** A result without what depends on when and how often was asked. */
function lasting(result: EvaluationResult) {
  const {
    database: _,
    asked: __,
    cached: ___,
    cost,
    sessionCost,
    models,
    judges,
    ...rest
  } = result;
  return {
    ...rest,
    models: models.map(({ use, ...model }) => ({ ...model, answers: use.answers })),
    judges: judges.map(({ use, ...own }) => ({ ...own, answers: use.answers })),
  };
}

test('killed again and again and continued, it asks nothing twice and comes to the same result', async () => {
  await bankIn('whole.db');
  const out = path('out');
  const whole = JSON.parse(
    await succeed(...evaluate('whole.db', '--json', '--out', out, '--report', path('page.html'))),
  ) as EvaluationResult;
  expect(whole).toMatchObject({ complete: true, items: ITEMS, calls: { kept: CALLS, missing: 0 } });
  // Each question of a case is asked, and each is judged.
  const single = asked.length;
  expect(single).toBe(2 * (CASES * 2 + CHOICES) + 2 * CASES * 2 * 2);
  expect(new Set(asked).size).toBe(single);
  expect(whole.models.map(({ rank }) => rank!.place)).toEqual([1, 2]);
  const [strong] = whole.models;
  expect(strong.kinds.map(({ part, items }) => [part, items])).toEqual([
    ['rubric cmb-clin', CASES],
    ['single', CHOICES],
  ]);
  // The score is the mean over judges of what each of them gives; the kinder one gives more.
  const graded = strong.kinds[0].score;
  const [mild, strict] = whole.judges.map(({ models }) => models[0].score!.score);
  expect(graded).toBeCloseTo((mild + strict) / 2, 9);
  expect(mild).toBeGreaterThan(strict);
  expect(whole.judges.map(({ judgements, unread }) => [judgements, unread])).toEqual(
    JUDGES.map(() => [2 * CASES * 2, 0]),
  );
  const lines = (file: string) => readFileSync(join(out, file), 'utf8').trim().split('\n');
  expect(lines('answers.jsonl')).toHaveLength(2 * ITEMS);
  // What models said, here parts of the reference answers, is not in it, but letters are.
  expect(lines('answers.jsonl').join('\n')).not.toMatch(/[疝术]/);
  expect(lines('answers.jsonl').filter((line) => line.includes('"extracted"'))).toHaveLength(
    2 * CHOICES,
  );
  expect(lines('judgements.jsonl')).toHaveLength(2 * CASES * 2 * 2);
  expect(readFileSync(path('page.html'), 'utf8')).toContain('Evaluation on ward');

  await bankIn('killed.db');
  asked.length = 0;
  for (const after of [5, 20, 25]) {
    const running = start(evaluate('killed.db', '--resume', '--concurrency', '2'));
    const before = asked.length;
    await new Promise<void>((resolve) => {
      onAsked = () => {
        if (asked.length - before >= after) resolve();
      };
      running.ended.then(() => resolve());
    });
    onAsked = () => {};
    running.child.kill('SIGKILL');
    await running.ended;
  }
  const resumed = JSON.parse(await succeed(...evaluate('killed.db', '--resume', '--json')));
  expect(lasting(resumed)).toEqual(lasting(whole));
  // Replies that were kept before a kill, but whose answers were not, cost what they cost.
  expect(resumed.cost).toBeCloseTo(whole.cost, 12);
  // Only what was in flight at a kill is asked again: at most two of each model and judge.
  expect(asked.length - single).toBeLessThanOrEqual(3 * 4 * 2);
  const runs = await keptRuns(path('killed.db'));
  expect(runs).toHaveLength(1);
  expect(runs[0].kept).toHaveLength(CALLS);
  // Finished, it asks nothing more.
  const count = asked.length;
  await succeed(...evaluate('killed.db', '--resume'));
  expect(asked).toHaveLength(count);

  // What is recorded are the scores of the models, judged.
  const at = ['--database', path('killed.db')];
  // So are the scores of repeated answers.
  const noise = JSON.parse(await succeed('noise', '--run', '1', '--json', ...at));
  for (const { model, score } of whole.models)
    expect(
      100 * noise.byModel.find((one: { model: string }) => one.model === model).score,
    ).toBeCloseTo(score!.score, 9);
  await succeed('bank', 'record', '--to', 'ward', '--run', '1', ...at);
  const recorded = path('recorded.csv');
  await succeed('bank', 'export', 'ward', '--recorded-answers', '--out', recorded, ...at);
  const [, own] = readFileSync(recorded, 'utf8').trim().split('\n');
  const scores = own.split(',').slice(-ITEMS).map(Number);
  expect(own.startsWith('strong')).toBe(true);
  expect((100 * scores.reduce((sum, x) => sum + x, 0)) / ITEMS).toBeCloseTo(strong.score!.score, 4);
  expect((await thetarank(['runs', 'show', '1', ...at])).stdout).toContain('mild');

  // What the judges gave can be compared: of each question of each answer, and their means are those of the evaluation.
  const agreement = ['judges', '--run', '1', ...at];
  const judged = JSON.parse(await succeed(...agreement, '--json'));
  expect(judged.answers).toBe(2 * CASES * 2);
  for (const [k, name] of JUDGES.entries()) {
    const own = judged.judges.find((one: { name: string }) => one.name === name);
    const scores = whole.judges[k].models.map(({ score }) => score!.score);
    expect(100 * own.mean).toBeCloseTo((scores[0] + scores[1]) / 2, 9);
  }
  const aspect = JSON.parse(await succeed(...agreement, '--aspect', 'completeness', '--json'));
  expect(aspect.judges[0].mean).toBeGreaterThan(1);
  const text = await succeed(...evaluate('killed.db', '--resume'));
  expect(text).toContain('thetarank judges --run 1');
  expect(text).toContain('SIMULATED: the answers of strong, weak, mild, strict');
  // Noise and comparisons take the judged scores too.
  const noiseText = await succeed('noise', '--run', '1', ...at);
  const scoreLine = noiseText.split('\n').find((line) => /^strong +\d/.test(line))!;
  expect(scoreLine).toContain(` ${strong.score!.score.toFixed(1)} `);
  // No item was answered twice: that comes before any plan.
  const more = await succeed('noise', '--run', '1', '--answers-per-model', '100', ...at);
  expect(more).toContain(`--items ${ITEMS} --repeats 2 `);
  expect(noiseText).toMatch(
    new RegExp(
      `evaluate --bank ward --model strong@${url} --model weak@${url} --judge mild@${url} --judge strict@${url} --items \\d+ --repeats \\d+ --database \\S+\\. Add -M and -T as in run 1`,
    ),
  );
  const compared = JSON.parse(
    await succeed('compare', 'run:1/weak', 'run:1/strong', '--bank', 'ward', '--json', ...at),
  ) as ComparisonResult;
  const [, weak] = whole.models;
  expect(compared.changes[0].change).toBeCloseTo(strong.score!.score - weak.score!.score, 4);
});

test('more conditions of a run are asked with --resume; rankings by temperature are compared', async () => {
  const args = (...more: string[]) => evaluate('whole.db', '--resume', '--json', ...more);
  asked.length = 0;
  const result = JSON.parse(
    await succeed(...args('--items', '6', '--temperatures', '0,1')),
  ) as EvaluationResult;
  expect(result).toMatchObject({ run: 1, complete: true, items: 6, bankItems: ITEMS });
  expect(result.conditions.map(({ id }) => id)).toEqual(['', 'temperature=1']);
  expect(result.factors).toMatchObject([{ factor: 'temperature', levels: ['0', '1'] }]);
  expect(result.factors[0].pairs[0].kendall.value).toBe(1);
  const texts = asked.map((one) => JSON.parse(one) as [string, unknown]);
  expect(texts.some(([model]) => JUDGES.includes(model))).toBe(true);
});

test('without judges, with unused settings and with a budget that is too small it says what to do', async () => {
  const base = [
    'evaluate',
    '--bank',
    'ward',
    '--database',
    path('whole.db'),
    '--model',
    `weak@${url}`,
  ];
  const fails = async (...more: string[]) => {
    const { status, stderr } = await thetarank([...base, ...more]);
    expect(status, stderr).toBe(2);
    return stderr;
  };
  expect(await fails()).toContain('no judges are named');
  expect(await fails('-T', 'pretest=2')).toContain('pretest');
  const judged = ['--judge', `mild@${url}`];
  expect(await fails(...judged, '--budget', '1usd')).toContain('price');
  expect(await fails(...judged, '-T', 'variant=letter')).toContain('prompt variant');
});

test('judges compare answers in both orders; killed and continued the result is the same', async () => {
  await bankIn('pairs.db');
  const out = path('pairs');
  const args = (...more: string[]) =>
    evaluate('pairs.db', '--resume', '--pairwise', '--json', '--items', '8', ...more);
  const dry = await thetarank(args('--dry-run'));
  const planned = Number(/= ([\d,]+) verdicts of judges/.exec(dry.stderr)![1]);
  asked.length = 0;
  const running = start(args('--concurrency', '2'));
  onAsked = () => {
    if (asked.length === 60) running.child.kill('SIGKILL');
  };
  await running.ended;
  onAsked = () => {};
  const result = JSON.parse(
    await succeed(...args('--out', out, '--report', path('pairs.html'))),
  ) as EvaluationResult;
  const { pairs, judges, strengths, unfitted } = result.pairwise!;
  expect(result.complete).toBe(true);
  const verdicts = readFileSync(join(out, 'verdicts.jsonl'), 'utf8').trim().split('\n');
  expect(verdicts).toHaveLength(planned);
  const [{ first, second, wins, ties, losses, missing }] = pairs;
  expect([first, second]).toEqual(MODELS);
  expect(wins + ties + losses).toBe(planned / 2);
  expect(missing).toBe(0);
  expect(wins).toBeGreaterThan(losses);
  // The judges favour the first and the second place by .3 of the scale: what their orders do not agree on goes by that.
  const [mild, strict] = judges;
  expect(mild.first).toBeGreaterThan(0);
  expect([mild.share, strict.share]).toEqual([1, 0]);
  expect(mild.consistent + mild.first).toBe(mild.pairs);
  // The weak model never wins: without ties it has no finite strength.
  if (strengths === null) expect(unfitted!.groups).toEqual([['strong'], ['weak']]);
  else {
    expect(strengths[0].model).toBe('strong');
    expect(strengths[0].points + strengths[1].points).toBeCloseTo(100, 9);
    expect(result.pairwise!.agreement!.kendall.value).toBe(1);
  }
  expect(readFileSync(path('pairs.html'), 'utf8')).toContain('Answers compared');
  const grades = readFileSync(join(out, 'judgements.jsonl'), 'utf8').trim().split('\n');
  expect(grades.every((line) => !line.includes(' compares '))).toBe(true);
  // Neither the ranking nor the comparison of judges counts verdicts as grades.
  const plain = JSON.parse(
    await succeed(...evaluate('pairs.db', '--resume', '--json', '--items', '8')),
  ) as EvaluationResult;
  expect(plain.pairwise).toBeNull();
  expect(plain.run).toBe(result.run);
  expect(plain.models.map(({ score }) => score)).toEqual(result.models.map(({ score }) => score));
  const at = ['--database', path('pairs.db')];
  const agreement = JSON.parse(await succeed('judges', '--run', '1', '--json', ...at));
  expect(agreement.answers).toBe(grades.length / 2);
  const text = await succeed(
    ...evaluate('pairs.db', '--resume', '--items', '8', '--baseline', 'weak'),
  );
  expect(text).toContain('orders disagree');
  const wrong = await thetarank(evaluate('pairs.db', '--baseline', 'week'));
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('weak') });
});

test('one model under two names is noticed by its answers', async () => {
  const others = Array.from({ length: 11 }, (_, k) => `other${k}x`);
  const names = ['one', 'two', ...others];
  const items = Array.from({ length: 60 }, (_, k) => ({
    id: `d${k}`,
    question: `Which one is ${k}?`,
    options: { A: `${k}`, B: `${k + 100}` },
    answer: 'A',
  }));
  writeFileSync(path('doubled.jsonl'), items.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const database = ['--database', path('doubled.db')];
  await succeed('bank', 'import', path('doubled.jsonl'), '--name', 'doubled', ...database);
  await succeed('bank', 'export', 'doubled', '--out', path('doubled-items.jsonl'), ...database);
  const abilities = new Map(names.map((name, k) => [name, (k - 6) / 6]));
  const simulated = simulate(
    { abilities, seed: 5 },
    await indexQuestions(await standInItems(path('doubled-items.jsonl'))),
  );
  const two = standIn({
    answerers: [
      {
        models: simulated.models,
        answer: (question) =>
          simulated.answer({
            ...question,
            model: question.model === 'two' ? 'one' : question.model,
          }),
      },
    ],
  });
  const address = `${await two.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const models = names.flatMap((name) => ['--model', `${name}@${address}`]);
  const call = ['evaluate', '--bank', 'doubled', ...models, ...database];
  const { doubts } = JSON.parse(await succeed(...call, '--json')) as EvaluationResult;
  await two.close();
  expect(doubts).toContainEqual({ kind: 'copies', examinees: ['one', 'two'], differ: 0 });
});
