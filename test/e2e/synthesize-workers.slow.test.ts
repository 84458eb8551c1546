import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answerer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { standInItems } from '../../src/stand-in/stand-in-items.ts';
import { startWorker } from '../cli/worker/worker-process.ts';
import { runCommand } from '../command/run-command.ts';
import { hurry, loseAll, runSql } from '../queue/fleet.ts';
import { postgresOfRun } from '../store/postgres-of-run.ts';
import { keepExam, keptRuns, recordOf } from './live/bank.ts';
import { start } from './live/command.ts';
import { writeExam } from './live/exam.ts';

const ITEMS = 40;
/** Three models: 3 generations, 6 debates, 6 reflections. */
const ALL = 15 * ITEMS;
const server = await postgresOfRun();
const folder = mkdtempSync(join(tmpdir(), 'thetarank-synthesize-workers-'));
const exam = writeExam(folder, 'synthesize', ITEMS, {}, 4);
const abilities = new Map(Object.entries({ strong: 1.5, middle: 0, weak: -1.2 }));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** The stand-in in this process; `onAsked` is told of every question. */
async function serve(latency = 0) {
  const questions = await indexQuestions(await standInItems(exam.items));
  const simulated = simulate({ abilities, seed: 1, debate: { persuasion: 2 } }, questions);
  const served = { url: '', asked: 0, onAsked: () => {}, close: () => app.close() };
  const counting: Answerer = {
    models: simulated.models,
    answer(question) {
      served.asked++;
      served.onAsked();
      return simulated.answer(question);
    },
  };
  const app = standIn({
    answerers: [counting],
    faults: { '500': 0.02, cut: 0.02 },
    seed: 7,
    ...(latency > 0 && { latency: { mean: latency, jitter: 0 } }),
  });
  served.url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  return served;
}

describe.skipIf(server === null)('a synthesis on workers', () => {
  let served: Awaited<ReturnType<typeof serve>>;
  let config: string;
  let alone: ReturnType<typeof recordOf>;
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  const argsOf = (database: string, ...more: string[]) => [
    ...[
      'calibrate',
      'synthesize',
      '--bank',
      'sums',
      '--config',
      config,
      '--answers-only',
      '--json',
    ],
    ...['--database', database, '--concurrency', '24', ...more],
  ];
  const newDatabase = async () => {
    const database = (await server?.database()) as string;
    await keepExam(exam, database);
    return database;
  };
  const startAll = async (database: string, count: number) => {
    const own = await Promise.all(Array.from({ length: count }, () => startWorker(database)));
    workers.push(...own);
    return own;
  };

  beforeAll(async () => {
    served = await serve();
    config = join(folder, 'config.yaml');
    const models = [...abilities.keys()].map((model) => `  - name: ${model}\n`).join('');
    const defaults = `sampling: { temperature: 0.7, maxTokens: 512 }, price: { prompt: 1, completion: 2 }`;
    writeFileSync(
      config,
      `defaults: { baseUrl: "${served.url}", ${defaults} }\nmodels:\n${models}`,
    );
    const database = join(folder, 'alone.db');
    await keepExam(exam, database);
    const { status, stderr } = await runCommand(argsOf(database));
    expect(status, stderr).toBe(0);
    alone = recordOf((await keptRuns(database))[0].kept);
    expect(alone).toHaveLength(ALL);
  });
  afterAll(() => served?.close());
  afterEach(async () => {
    served.onAsked = () => {};
    await Promise.all(workers.splice(0).map(({ end }) => end()));
  });

  test('2: the record is that of one process', async () => {
    const database = await newDatabase();
    await startAll(database, 2);
    const { status, stdout, stderr } = await runCommand(argsOf(database, '--on', 'workers'));
    expect(status, stderr).toBe(0);
    const [run] = await keptRuns(database);
    expect(recordOf(run.kept)).toEqual(alone);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ complete: true, asked: ALL, calls: { kept: ALL } });
    expect(result.cost).toBeCloseTo(run.cost, 9);
    expect(await runSql(database, 'select from work_data')).toBe(0);
  });

  test('4, two of them killed in the middle: nothing is lost, and nothing is kept twice', async () => {
    const database = await newDatabase();
    const [first, second] = await startAll(database, 4);
    const before = served.asked;
    const kills = [first, second];
    served.onAsked = () => {
      if (served.asked - before > (3 - kills.length) * 150) kills.shift()?.child.kill('SIGKILL');
    };
    const losing = setInterval(() => {
      if (kills.length === 0) void loseAll(database).then(() => hurry(database));
    }, 3000);
    const { status, stderr, stdout } = await runCommand(argsOf(database, '--on', 'workers'));
    clearInterval(losing);
    expect(kills).toEqual([]);
    expect(status, stderr).toBe(0);
    const [run] = await keptRuns(database);
    expect(recordOf(run.kept)).toEqual(alone);
    expect(JSON.parse(stdout).cost).toBeCloseTo(run.cost, 9);
  });

  test('a budget holds, and a resumed run asks what is missing', async () => {
    const database = await newDatabase();
    await startAll(database, 2);
    const poor = await runCommand(argsOf(database, '--on', 'workers', '--budget', '0.04usd'));
    expect(poor.status, poor.stderr).toBe(4);
    const part = JSON.parse(poor.stdout);
    expect(part.complete).toBe(false);
    expect(part.cost).toBeLessThanOrEqual(0.0404);
    expect(part.cost).toBeGreaterThan(0.02);
    const [{ answers, cost }] = await keptRuns(database);
    expect(answers).toBe(part.asked);
    expect(cost).toBeCloseTo(part.cost, 9);
    const whole = await runCommand(argsOf(database, '--on', 'workers', '--resume'));
    expect(whole.status, whole.stderr).toBe(0);
    expect(JSON.parse(whole.stdout)).toMatchObject({ complete: true, asked: ALL - part.asked });
    expect(recordOf((await keptRuns(database))[0].kept)).toEqual(alone);
  });

  test('Ctrl+C reaches the workers: what is in flight is kept, and nothing more is asked', async () => {
    const database = await newDatabase();
    // While the first calls are in flight nobody begins others, which see them.
    const slow = await serve(4000);
    await startAll(database, 2);
    const slowly = join(folder, 'slow.yaml');
    writeFileSync(slowly, readFileSync(config, 'utf8').replace(served.url, slow.url));
    const args = argsOf(database, '--on', 'workers').map((arg) => (arg === config ? slowly : arg));
    const session = start(args);
    await expect.poll(() => slow.asked).toBeGreaterThan(0);
    session.child.kill('SIGINT');
    const { status, stderr, stdout } = await session.ended;
    expect(status, stderr).toBe(130);
    const part = JSON.parse(stdout);
    const [{ answers, kept }] = await keptRuns(database);
    expect(answers).toBe(part.asked);
    expect(part.asked).toBeGreaterThan(0);
    // Of 15 calls of an item those that see others come later.
    expect(kept.filter(({ examinee }) => examinee.includes('>'))).toEqual([]);
    const { asked } = slow;
    await delay(1000);
    expect(slow.asked).toBe(asked);
    await slow.close();
    const whole = await runCommand(argsOf(database, '--on', 'workers', '--resume'));
    expect(whole.status, whole.stderr).toBe(0);
    expect(recordOf((await keptRuns(database))[0].kept)).toEqual(alone);
  });

  test('a key comes from the environment of the worker; one that lacks it ends the command', async () => {
    const database = await newDatabase();
    await startAll(database, 1);
    const keyed = join(folder, 'keyed.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(keyed, text.replace('defaults: {', 'defaults: { keyVariable: SYNTHESIS_KEY,'));
    const args = argsOf(database, '--on', 'workers').map((arg) => (arg === config ? keyed : arg));
    const { status, stderr } = await runCommand(args, { SYNTHESIS_KEY: 'sk-secret' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/error: model \w+: the environment variable SYNTHESIS_KEY/);
    const right = await startWorker(database, [], { SYNTHESIS_KEY: 'sk-secret' });
    await workers.shift()?.end();
    workers.push(right);
    const again = await runCommand([...args, '--resume'], { SYNTHESIS_KEY: 'sk-secret' });
    expect(again.status, again.stderr).toBe(0);
    for (const table of ['work_data', 'pgboss.job'])
      expect([
        table,
        await runSql(database, `select from ${table} t where t::text ~ 'sk-secret'`),
      ]).toEqual([table, 0]);
  });
});
