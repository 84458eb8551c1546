import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { keepExam, keptRuns, recordOf } from './bank.ts';
import { start, thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/** Runs that are killed at any moment, or interrupted, and gone on with. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-kills-'));
const exam = writeExam(folder, 'kills', 120, { strong: 1.3, weak: -0.9 }, 8);
const ITEMS = 80;
const ALL = 2 * ITEMS;
const LAG = 4;
/** Of both models: a test has no more than its lag unanswered. */
const IN_FLIGHT = 2 * LAG;
const server = await postgresOfRun();
let undisturbed: ReturnType<typeof recordOf>;
let databases = 0;

/** Each test has its own, so that they can run at the same time. */
const serve = () => serveExam(exam, { latency: { mean: 12, jitter: 6 } });

beforeAll(async () => {
  const served = await serve();
  const database = await newDatabase('sqlite');
  expect(await thetarank(rank(served, database))).toMatchObject({ status: 0 });
  await served.close();
  undisturbed = recordOf((await keptRuns(database))[0].kept);
  expect(undisturbed).toHaveLength(ALL);
  expect(served.asked).toHaveLength(ALL);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

async function newDatabase(dialect: 'sqlite' | 'postgres'): Promise<string> {
  const database =
    dialect === 'sqlite'
      ? join(folder, `store-${++databases}.db`)
      : await (server?.database() as Promise<string>);
  await keepExam(exam, database);
  return database;
}

function rank(served: ServedExam, database: string, ...args: string[]): string[] {
  const models = ['--model', `strong@${served.url}`, '--model', `weak@${served.url}`];
  const test = ['--items', `${ITEMS}`, '--strategy', 'paper', '--lag', `${LAG}`];
  const how = ['--concurrency', '8', '--json', '--resume'];
  return ['rank', '--bank', 'sums', '--database', database, ...models, ...test, ...how, ...args];
}

/** Models and items of the replies that the cache has, as `model item`: what is said names both. */
async function cachedReplies(database: string): Promise<Set<string>> {
  const rows = database.startsWith('postgres')
    ? await queryPostgres(database, 'select reply from replies')
    : querySqlite(database, 'select reply from replies');
  return new Set(
    rows.map(({ reply }) => {
      const [, model, item] = /(\w+) thought of ([\w-]+)\./.exec(`${reply}`)!;
      return `${model} ${item}`;
    }),
  );
}

function querySqlite(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file);
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

async function queryPostgres(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const nameOf = ({ model, item }: { model: string; item: string }) => `${model} ${item}`;

describe.concurrent.each<['sqlite' | 'postgres', number]>([
  ['sqlite', 10],
  ['postgres', 3],
])('on %s, killed %d times', (dialect, kills) => {
  test('the record is that of an undisturbed run, and nothing that was kept is asked again', async (context) => {
    if (dialect === 'postgres' && server === null) return context.skip('no PostgreSQL here');
    const database = await newDatabase(dialect);
    const served = await serve();
    const random = randomStream(20260801, 'kills', dialect);
    const questions = new Set<string>();
    const askedAgain: string[] = [];
    let cached = new Set<string>();
    let kept = new Set<string>();
    const progress: number[] = [];
    for (let k = 0; k < kills; k++) {
      const session = start(rank(served, database));
      const moment = async () => {
        await delay(random() * 6);
        session.child.kill('SIGKILL');
      };
      // The first one dies before it asks, the others when so many questions were asked, a few milliseconds later.
      const due = Math.round(((k + random()) * 0.9 * ALL) / kills);
      let isDue = false;
      served.onAsked = (asked) => {
        if (cached.has(nameOf(asked)) || kept.has(nameOf(asked))) askedAgain.push(nameOf(asked));
        questions.add(nameOf(asked));
        if (isDue || k === 0 || questions.size < due) return;
        isDue = true;
        void moment();
      };
      if (k === 0) session.child.stderr!.once('data', () => void moment());
      const { status, stderr } = await session.ended;
      expect(status, stderr).toBeNull();
      cached = await cachedReplies(database);
      const [run] = await keptRuns(database);
      const now = new Set(run?.kept.map(({ examinee, item }) => `${examinee} ${item}`));
      for (const answer of kept) expect(now).toContain(answer);
      // A reply is kept before the answer is read from it.
      for (const answer of now) expect(cached).toContain(answer);
      kept = now;
      progress.push(kept.size);
    }
    const last = await thetarank(rank(served, database));
    expect(last.stderr).not.toContain('error:');
    expect(last.status).toBe(0);
    const runs = await keptRuns(database);
    expect(runs).toHaveLength(1);
    expect(runs[0].finishedAt).not.toBeNull();
    expect(recordOf(runs[0].kept)).toEqual(undisturbed);
    expect(askedAgain).toEqual([]);
    expect(questions.size).toBe(ALL);
    expect(served.asked.length).toBeLessThanOrEqual(ALL + kills * IN_FLIGHT);
    // The moments were spread over the asking.
    const steps = new Set(progress);
    expect(steps.size).toBeGreaterThanOrEqual(0.6 * kills);
    expect(progress.at(-1)).toBeGreaterThan(0.7 * ALL);
    await served.close();
  }, 500_000);
});

test.concurrent('an interrupt waits for open calls and keeps them; --resume asks only the rest', async () => {
  const database = await newDatabase('sqlite');
  const served = await serve();
  const session = start(rank(served, database));
  served.onAsked = () => {
    if (served.asked.length === 50) session.child.kill('SIGINT');
  };
  const { status, stdout, stderr } = await session.ended;
  expect(status).toBe(130);
  expect(stderr).toContain('in flight');
  expect(stderr).not.toContain('error:');
  const result = JSON.parse(stdout);
  expect(result.complete).toBe(false);
  for (const model of result.models) expect(model.stopped).toBe('stopped');
  const [run] = await keptRuns(database);
  expect(run.finishedAt).toBeNull();
  const asked = served.asked.length;
  expect(asked).toBeLessThan(50 + 4 * IN_FLIGHT);
  expect(run.kept.map(({ examinee, item }) => `${examinee} ${item}`).sort()).toEqual(
    served.asked.map(nameOf).sort(),
  );
  served.onAsked = () => {};

  // An answer that another test would have given, at a place that comes next: this is no run to go on with.
  const spoilt = join(folder, 'spoilt.db');
  copyFileSync(database, spoilt);
  const own = run.kept.filter(({ examinee }) => examinee === 'weak');
  const items = new Set(own.map(({ item }) => item));
  const item = exam.ids.findLast((id) => !items.has(id))!;
  const store = await openStore(spoilt, { clock: () => new Date(0) });
  await store.append(run.id, [{ ...own[0], item, place: own.length + 1 }]);
  await store.close();
  const refused = await thetarank(rank(served, spoilt));
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(`place ${own.length + 1} of the kept test of weak has item`);
  const extra = served.asked.length - asked;
  expect(extra).toBeLessThanOrEqual(IN_FLIGHT);

  const resumed = await thetarank(rank(served, database));
  expect(resumed.stderr).toContain(`Continuing run ${run.id}: ${asked} answers kept.`);
  expect(resumed.status).toBe(0);
  expect(served.asked).toHaveLength(ALL + extra);
  const [whole] = await keptRuns(database);
  expect(recordOf(whole.kept)).toEqual(undisturbed);
  await served.close();
});

test.concurrent('an interrupted comparison keeps its answers, and --resume asks only the rest', async () => {
  const database = await newDatabase('sqlite');
  const served = await serve();
  const compare = [
    ...['compare', `strong@${served.url}`, `weak@${served.url}`, '--bank', 'sums'],
    ...['--database', database, '--items', '40', '--concurrency', '4', '--resume', '--json'],
  ];
  const session = start(compare);
  served.onAsked = () => {
    if (served.asked.length === 20) session.child.kill('SIGINT');
  };
  const { status, stdout, stderr } = await session.ended;
  expect([status, JSON.parse(stdout).outcome]).toEqual([130, 'unfinished']);
  expect(stderr).toContain('in flight');
  const [run] = await keptRuns(database);
  expect(run.kept).toHaveLength(served.asked.length);
  served.onAsked = () => {};
  const resumed = await thetarank(compare);
  expect(resumed.status).toBe(0);
  expect(JSON.parse(resumed.stdout).asked).toBe(40);
  expect(served.asked).toHaveLength(80);
  await served.close();
});

test.concurrent('a second interrupt does not wait for what never comes', async () => {
  const database = await newDatabase('sqlite');
  const silent = await serveExam(exam, { latency: { mean: 600_000, jitter: 0 } });
  const session = start([
    ...['rank', '--bank', 'sums', '--database', database, '--model', `strong@${silent.url}`],
    ...['--items', '20', '--strategy', 'random'],
  ]);
  silent.onAsked = () => {
    if (silent.asked.length === 1) session.child.kill('SIGINT');
  };
  while (!session.stderr().includes('Stopping')) {
    if (session.child.exitCode !== null) break;
    await delay(10);
  }
  session.child.kill('SIGINT');
  const { status, stdout, stderr } = await session.ended;
  await silent.close();
  expect(stderr).not.toContain('error:');
  expect(status).toBe(130);
  expect(stdout).toContain('with --resume');
});
