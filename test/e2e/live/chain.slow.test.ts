import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandInCounts } from '../../../src/stand-in/counts.ts';
import type { LiveModel, LiveResult } from '../../../src/workflow/live/live-result.ts';
import { keptRuns } from './bank.ts';
import { type Running, start, succeed, thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { serveExam } from './served-exam.ts';

/** bank import → bank record → stand-in → rank --model → store → report, each as a user runs it. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-chain-'));
const exam = writeExam(folder, 'chain', 200, { strong: 1.3, weak: -0.9 });
const database = join(folder, 'store.db');
const ITEMS = 50;
let standIn: Running;
let url: string;

beforeAll(async () => {
  const file = ['--database', database];
  const imported = await succeed('bank', 'import', exam.items, '--name', 'sums', ...file);
  expect(imported).toContain('200');
  await succeed('bank', 'record', exam.responses, '--to', 'sums', ...file);
  await succeed('bank', 'import', exam.items, '--name', 'bare', ...file);
  const served = ['--replay', exam.outputs, '--items-file', exam.items, '--latency', '3:2'];
  standIn = start(['stand-in', ...served, '--port', '0', '--json']);
  while (!standIn.stdout().includes('\n')) await once(standIn.child.stdout!, 'data');
  url = JSON.parse(standIn.stdout()).url;
});

afterAll(async () => {
  standIn?.child.kill();
  await standIn?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const counts = async () =>
  (await (await fetch(new URL('/stand-in/counts', url))).json()) as StandInCounts;
const requests = async () =>
  Object.values((await counts()).requests).reduce((sum, n) => sum + n, 0);

const both = () => ['--model', `strong@${url}`, '--model', `weak@${url}`];
const rank = (...args: string[]) =>
  thetarank(['rank', '--bank', 'sums', '--database', database, ...args]);

function resultOf(
  { status, stdout, stderr }: Awaited<ReturnType<typeof thetarank>>,
  code = 0,
): LiveResult {
  expect(stderr).not.toContain('error:');
  expect(status).toBe(code);
  return JSON.parse(stdout);
}

const answersIn = (out: string): Record<string, unknown>[] =>
  readFileSync(join(out, 'answers.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

function expectTruth({ model, low, high }: LiveModel, as = model): void {
  const truth = exam.truth.get(as)!;
  expect(low).toBeLessThanOrEqual(truth);
  expect(high).toBeGreaterThanOrEqual(truth);
}

describe('two models of known scores', () => {
  const out = join(folder, 'out');
  const args = () => [...both(), '--items', `${ITEMS}`, '--lag', '4'];

  test('come out in order, with intervals that hold the score on the whole bank', async () => {
    const result = resultOf(await rank(...args(), '--json', '--out', out));
    expect(result.models.map(({ model }) => model)).toEqual(['strong', 'weak']);
    for (const model of result.models) {
      expectTruth(model);
      expect(model).toMatchObject({ items: ITEMS, stopped: null, error: null, actual: null });
      expect(model.high - model.low).toBeLessThan(30);
      const above = exam.recorded.filter((name) => exam.truth.get(name)! > model.score);
      expect(model.place).toBe(1 + above.length);
    }
    expect(result).toMatchObject({ bank: 'sums', bankItems: 200, complete: true, unanswered: [] });
    expect(result.recorded).toHaveLength(exam.recorded.length);
    for (const { model, actual } of result.recorded)
      expect(actual).toBeCloseTo(exam.truth.get(model)!, 4);
    expect((await counts()).requests).toEqual({ strong: ITEMS, weak: ITEMS });
  });

  test('the files hold the leaderboard, the result and each answer without its text', () => {
    expect(readdirSync(out).sort()).toEqual(['answers.jsonl', 'leaderboard.csv', 'result.json']);
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as LiveResult;
    const [head, ...rows] = readFileSync(join(out, 'leaderboard.csv'), 'utf8').trim().split('\n');
    expect(head.split(',').slice(0, 5)).toEqual(['rank', 'model', 'score', 'low', 'high']);
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual(
      result.models.map(({ rank: place, model, score }) => [`${place}`, model, `${score}`]),
    );
    const text = readFileSync(join(out, 'answers.jsonl'), 'utf8');
    expect(text).not.toContain('thought of');
    const answers = answersIn(out);
    expect(answers).toHaveLength(2 * ITEMS);
    for (const name of ['strong', 'weak']) {
      const own = answers.filter(({ examinee }) => examinee === name);
      expect(own.map(({ place }) => place)).toEqual(own.map((_, k) => k + 1));
      expect(new Set(own.map(({ item }) => item)).size).toBe(ITEMS);
    }
  });

  test('the store has the same answers with their texts, and the summary', async () => {
    const [run] = await keptRuns(database);
    expect(run.finishedAt).not.toBeNull();
    const facts = run.kept.map(({ output: _, thinking: __, ...rest }) => rest);
    expect(answersIn(out)).toEqual(JSON.parse(JSON.stringify(facts)));
    for (const { examinee, item, output } of run.kept)
      expect(output).toMatch(new RegExp(`^${examinee} thought of ${item}\\. `));
  });

  test('runs lists it, shows its result and gives its answers', async () => {
    const of = (...args: string[]) => thetarank(['runs', ...args, '--database', database]);
    const [run] = await keptRuns(database);
    const listed = JSON.parse((await of('list', '--json')).stdout);
    expect(listed[0]).toMatchObject({ id: run.id, answers: 2 * ITEMS });
    expect((await of('list')).stdout).toMatch(/sums +strong, weak +50 +100/);
    expect((await of('show', `${run.id}`)).stdout).toMatch(/^items: 50$/m);
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
    expect(JSON.parse((await of('show', `${run.id}`, '--json')).stdout)).toEqual(result);
    const { stdout } = await of('answers', `${run.id}`);
    expect(stdout).toBe(readFileSync(join(out, 'answers.jsonl'), 'utf8'));
    expect(await of('show', '99')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: unknown run "99"/),
    });
    expect(await thetarank(['runs', 'list', '--database', join(folder, 'none.db')])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no such file'),
    });
  });

  test('--resume of a finished run asks nothing, and prints the report; --outputs writes the texts', async () => {
    const page = join(folder, 'ranking.html');
    const before = await requests();
    const ran = await rank(
      ...args(),
      '--resume',
      '--out',
      out,
      '--outputs',
      '--by-tag',
      '--report',
      page,
    );
    expect(readFileSync(page, 'utf8')).toMatch(/has the highest expected score of 2 tested models/);
    expect(ran.status).toBe(0);
    expect(ran.stderr).toContain('was already finished');
    expect(await requests()).toBe(before);
    expect(ran.stdout).toMatch(/^strong +1 /m);
    expect(ran.stdout).toMatch(/^weak +2 /m);
    expect(ran.stdout).toMatch(/→ strong/);
    expect(ran.stdout).toContain('Kept as run 1 in ');
    expect(ran.stdout + ran.stderr).not.toContain('thought of');
    const run = (await keptRuns(database)).map(({ kept }) => kept.map(({ output }) => output));
    expect(answersIn(out).map(({ output }) => output)).toEqual(run[0]);
  });
});

describe.concurrent('with a part of the recorded or of the items', () => {
  test('--pool asks its items only, and says that the interval was not learned so', async () => {
    const pool = exam.ids.filter((_, j) => j % 4 === 1);
    const file = join(folder, 'pool.txt');
    writeFileSync(file, `${pool.join('\n')}\n`);
    const out = join(folder, 'pool');
    const args = [...both(), '--items', '20', '--pool', file, '--json', '--out', out];
    const result = resultOf(await rank(...args));
    expect(result.askable).toBe(pool.length);
    expect(answersIn(out)).toHaveLength(40);
    for (const { item } of answersIn(out)) expect(pool).toContain(item);
    expect(result.models.map(({ model, verified }) => [model, verified])).toEqual([
      ['strong', false],
      ['weak', false],
    ]);
    writeFileSync(file, 'sum-1\nsum-999\n');
    expect(await rank(...args)).toMatchObject({
      status: 2,
      stderr: 'error: item sum-999: not in bank sums.\n',
    });
  });

  test('--leave-out keeps a recorded model from calibrating, and so does testing it; names must be known', async () => {
    const known = ['--model', `known-10=strong@${url}`];
    const args = [...known, '--items', '20', '--strategy', 'paper', '--json'];
    const result = resultOf(await rank(...args, '--leave-out', 'known-3'));
    expect(result.recordedAs).toEqual({ 'known-10': 'known-10' });
    expect(result.models[0].actual).toBeCloseTo(exam.truth.get('known-10')!, 4);
    // Another calibration: another ability for the same answers, in a run of its own.
    const other = resultOf(await rank(...args));
    expect(other.run).toBeGreaterThan(result.run);
    expect(other.models[0].ability).not.toBe(result.models[0].ability);
    expect(await rank(...args, '--leave-out', 'known-33')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: unknown model "known-33"\. Did you mean known-\d/),
    });
  });
});

describe.concurrent('a bank without recorded answers', () => {
  const bare = (...args: string[]) =>
    thetarank(['rank', '--bank', 'bare', '--database', database, ...args]);

  test('--strategy random scores it; all items asked, that is the very score', async () => {
    const args = [...both(), '--strategy', 'random', '--items', '200', '--json'];
    const result = resultOf(await bare(...args));
    expect(result.recorded).toEqual([]);
    for (const { model, score, place, ability } of result.models) {
      expect(score).toBeCloseTo(exam.truth.get(model)!, 4);
      expect([place, ability]).toEqual([null, null]);
    }
    expect(result.models.map(({ model }) => model)).toEqual(['strong', 'weak']);
  });

  test('other strategies need some, and say what does not', async () => {
    const ran = await bare(...both(), '--items', '20');
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(
      /^error: bank bare: no answers of models are recorded\. Use --strategy random, .*\n$/,
    );
  });

  test('-T shots=2 puts worked examples of the development split before each question', async () => {
    const served = await serveExam(exam);
    const shots = ['-T', 'shots=2', '--strategy', 'random', '--items', '12', '--json'];
    const result = resultOf(await bare('--model', `strong@${served.url}`, ...shots));
    await served.close();
    expect(result.complete).toBe(true);
    expect(served.asked.map(({ messages }) => messages)).toEqual(Array(12).fill(5));
  });
});
