import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptJudgements } from '../../../src/run/judges/judge-replies.ts';
import type { Answerer } from '../../../src/stand-in/answerer.ts';
import { judge } from '../../../src/stand-in/answerers/judge.ts';
import { replay } from '../../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { readRecorded } from '../../../src/stand-in/read-recorded.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import { start, succeed, thetarank } from './command.ts';

/** bank import of questions with a rubric → rank --model with judges, as a user runs it. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-judges-'));
const file = ['--database', join(folder, 'store.db')];
const path = (name: string) => join(folder, name);
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const ITEMS = 6;
const questions = Array.from({ length: ITEMS }, (_, k) => ({
  id: `q${k}`,
  question: `What does part ${k} do?`,
  reference: `part ${k} holds the shaft in place`,
  metric: { name: 'rubric', rubric: 'report' },
}));

let server: FastifyInstance;
let port = 0;
let onJudged = () => {};
const watched = ({ models, answer }: Answerer): Answerer => ({
  models,
  answer(question) {
    onJudged();
    return answer(question);
  },
});
/** Serves the model and two judges; without noise, one of them a quarter of the scale too kind. */
async function serve(faults: number, mean = 0): Promise<void> {
  await server?.close();
  const index = await indexQuestions(await standInItems(path('exported.jsonl')));
  const judges = new Map([
    ['exact', { bias: 0, noise: 0 }],
    ['kind', { bias: 0.25, noise: 0 }],
  ]);
  server = standIn({
    latency: { mean, jitter: 0 },
    answerers: [
      await replay(readRecorded(path('outputs.jsonl')), index),
      watched(judge({ judges, faults, seed: 1 })),
    ],
  });
  await server.listen({ host: '127.0.0.1', port });
  port = (server.server.address() as AddressInfo).port;
  const price = { prompt: 1, completion: 2 };
  writeFileSync(
    path('judges.yaml'),
    JSON.stringify({
      judges: ['exact', 'kind'].map((name) => ({
        ...{ name, model: name, baseUrl: `http://127.0.0.1:${port}/v1`, price },
        sampling: { maxTokens: 200 },
      })),
      rubrics: [
        {
          name: 'report',
          instruction: 'You check reports.',
          aspects: [{ name: 'facts', description: 'whether it is true', low: 0, high: 4 }],
        },
      ],
    }),
  );
}

beforeAll(async () => {
  writeFileSync(path('items.jsonl'), lines(questions));
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'plant', ...file);
  await succeed('bank', 'export', 'plant', '--out', path('exported.jsonl'), ...file);
  // Every second answer is the reference; the others have none of its characters.
  writeFileSync(
    path('outputs.jsonl'),
    lines(
      questions.map(({ id, reference }, k) => ({
        ...{ model: 'm', item: id },
        output: k % 2 === 0 ? reference : '?!',
      })),
    ),
  );
  await serve(0);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rank = () => [
  ...['rank', '--bank', 'plant', '--model', `m@http://127.0.0.1:${port}/v1`],
  ...['--items', `${ITEMS}`, '--strategy', 'random', ...file],
];
const judged = () => [...rank(), '-T', `judges=${path('judges.yaml')}`];

test('nothing is asked without judges', async () => {
  const { status, stderr } = await thetarank(rank());
  expect(status).toBe(2);
  expect(stderr).toContain('no judges are');
});

test('the score is the mean of the judges, whose grades and costs are in the record', async () => {
  const out = path('run');
  const result = JSON.parse(await succeed(...judged(), '--out', out, '--json'));
  // Right answers 1 and 1, wrong ones 0 and .25.
  expect(result.models[0].score).toBeCloseTo(100 * ((3 * 1 + 3 * 0.125) / 6), 9);
  expect(result.cost).toBeGreaterThan(0);
  const answers = readFileSync(join(out, 'answers.jsonl'), 'utf8').trim().split('\n');
  expect(answers).toHaveLength(ITEMS);
  let cost = 0;
  for (const line of answers) {
    const { item, rule, score, extracted, ...answer } = JSON.parse(line);
    const isRight = Number(item.slice(1)) % 2 === 0;
    expect(rule).toBe('rubric');
    expect(score).toBe(isRight ? 1 : 0.125);
    cost += answer.cost;
    const kept: KeptJudgements = JSON.parse(extracted);
    expect(kept).toEqual({
      rubric: 'report-1',
      judgements: [
        {
          judge: 'exact',
          question: 1,
          aspects: { facts: isRight ? 4 : 0 },
          score: isRight ? 1 : 0,
          rule: 'json',
        },
        {
          judge: 'kind',
          question: 1,
          aspects: { facts: isRight ? 4 : 1 },
          score: isRight ? 1 : 0.25,
          rule: 'json',
        },
      ],
    });
  }
  expect(result.cost).toBeCloseTo(cost, 12);
  const agreement = await succeed('judges', '--run', `${result.run}`, '--json', ...file);
  expect(JSON.parse(agreement)).toMatchObject({
    answers: ITEMS,
    judges: [
      { name: 'exact', mean: 0.5 },
      { name: 'kind', mean: 0.625 },
    ],
  });
});

test('killed between replies and their answer, and continued, a test costs as much as one that was not', async () => {
  const args = [...judged(), '--seed', '9', '-M', 'price=1:2', '--concurrency', '1', '--json'];
  const { cost } = JSON.parse(await succeed(...args));
  // Time to die before the judge replies.
  await serve(0, 400);
  const running = start(args);
  // When a judge is asked about the second answer, the reply of the model is kept.
  let asked = 0;
  onJudged = () => {
    if (++asked === 3) running.child.kill('SIGKILL');
  };
  await running.ended;
  onJudged = () => {};
  await serve(0);
  const resumed = JSON.parse(await succeed(...args, '--resume'));
  expect(resumed.cost).toBeCloseTo(cost, 12);
});

test('unreadable judges end the test without a score, and --resume asks them again, not the model', async () => {
  await serve(1);
  const failed = await thetarank([...judged(), '--seed', '5']);
  expect(failed.stderr + failed.stdout).toMatch(
    /the answer has no score: no reply about question 1 had grades/,
  );
  expect(failed.status).not.toBe(0);
  await serve(0);
  const resumed = JSON.parse(await succeed(...judged(), '--seed', '5', '--resume', '--json'));
  // Replies that could be repaired were kept: some answers have the grades of one judge alone, 0 or .25 of a wrong one.
  expect(resumed.models[0].score).toBeGreaterThanOrEqual(50);
  expect(resumed.models[0].score).toBeLessThanOrEqual(62.5);
  const counts = (await server.inject('/stand-in/counts')).json();
  // Six answers, of which at least one was kept before, and two judgements each.
  expect(counts.replies).toBeLessThan(3 * ITEMS);
});
