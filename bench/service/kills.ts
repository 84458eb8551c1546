import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomStream } from '../../src/random.ts';
import { persist } from './persist.ts';
import { type Running, running } from './running.ts';

export interface KillOptions {
  readonly folder: string;
  /** An SQLite file or the address of a PostgreSQL, which has the bank. */
  readonly database: string;
  readonly bank: string;
  readonly strategies: readonly string[];
  /** Items a session. */
  readonly items: number;
  /** How often something is killed; with `seconds` as often as that takes. */
  readonly kills: number;
  /** How long, instead of how often. */
  readonly seconds?: number;
  /** Services on the one database; 1 by default. */
  readonly instances?: number;
  /** Processes of `thetarank worker`; none by default. */
  readonly workers?: number;
  /** That answer at once, each a session of its own. */
  readonly clients: number;
  /** Work of the workers, which is awaited before they are ended. */
  readonly during?: Promise<unknown>;
  readonly seed: string;
  readonly scoreOf: (item: string) => number;
}

export interface KillReport {
  readonly kills: number;
  readonly sessions: number;
  readonly acknowledged: number;
  /** Acknowledged answers that are not there, or are others. */
  readonly lost: number;
  /** Answers that nobody sent, or that are there twice. */
  readonly extra: number;
  /** Sessions that did not ask what the same sessions ask without an interruption. */
  readonly different: number;
}

interface Test {
  readonly id: string;
  readonly request: object;
  /** Acknowledged scores by item. */
  readonly acknowledged: Map<string, number>;
}

/** Longest time that something killed stays away, in ms. */
const AWAY = 1500;

/**
 * Kills real services and workers at random moments while clients answer, starts each again, and looks at what is left: every
 * acknowledged answer once, and sessions that ask what they would have asked. Clients send each request to a random service.
 */
export async function killRun(options: KillOptions): Promise<KillReport> {
  const { database, folder, bank, strategies, items, scoreOf, seed } = options;
  const { instances = 1, workers = 0, seconds } = options;
  const home = { THETARANK_HOME: join(folder, 'home') };
  const ports = await Promise.all(Array.from({ length: instances }, freePort));
  const common = ['--json', '--database', database];
  const servers = ports.map((port, k) =>
    running(
      `service ${k}`,
      ['serve', '--port', `${port}`, '--log-level', 'error', ...common],
      home,
    ),
  );
  const all: Running[] = [...servers];
  for (let k = 0; k < workers; k++)
    all.push(running(`worker ${k}`, ['worker', '--threads', '1', ...common], home));
  const end = () => void Promise.all(all.map((one) => one.kill()));
  process.once('exit', end);
  const said = await Promise.all(servers.map((server) => server.ready()));
  const key = said.map(({ firstKey }) => firstKey).find((one) => one !== null) as string;
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const turn = randomStream(seed, 'instances');
  const ask = persist(urls, key, () => Math.floor(turn() * urls.length));

  let heard = 0;
  const tests: Test[] = [];
  const answer = async (test: Test) => {
    const path = `/v1/sessions/${test.id}`;
    let { items: asked } = await ask('GET', `${path}/items`);
    while (asked.length > 0) {
      const { item } = asked[0];
      const answers = [{ item, score: scoreOf(item), key: `key of ${item}` }];
      const reply = await ask('POST', `${path}/answers`, { answers });
      test.acknowledged.set(item, scoreOf(item));
      heard++;
      asked = reply.items;
    }
  };
  const begin = async (k: number) => {
    const strategy = strategies[k % strategies.length];
    const request = { bank, strategy, items, seed: k, lag: 1 + (k % 3), examinee: `examinee ${k}` };
    const { id } = await ask('POST', '/v1/sessions', request);
    const test: Test = { id, request, acknowledged: new Map() };
    tests.push(test);
    return test;
  };
  let isOver = false;
  let begun = 0;
  const clients = Array.from({ length: options.clients }, async () => {
    while (!isOver) await answer(await begin(begun++));
  });
  const failure = Promise.all(clients).then(() => undefined);
  const chance = randomStream(seed, 'kills');
  const until =
    seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + 1000 * seconds;
  const most = seconds === undefined ? options.kills : Number.POSITIVE_INFINITY;
  let kills = 0;
  const away = new Set<Running>();
  const back = new Set<Promise<void>>();
  while (kills < most && performance.now() < until) {
    // Under load: some time after answers are taken again.
    const before = heard;
    while (heard === before) await Promise.race([pause(10), failure]);
    await Promise.race([pause(500 * chance()), failure]);
    const there = all.filter((one) => !away.has(one));
    const victim = there[Math.floor(chance() * there.length)];
    if (victim === undefined) {
      await Promise.race(back);
      continue;
    }
    away.add(victim);
    await victim.kill();
    const own = pause(all.length === 1 ? 0 : AWAY * chance()).then(async () => {
      victim.start();
      await victim.ready();
      away.delete(victim);
      back.delete(own);
    });
    back.add(own);
    kills++;
    if (all.length === 1 || chance() < 0.5) await Promise.race([own, failure]);
  }
  await Promise.all(back);
  isOver = true;
  await failure;

  const report = {
    kills,
    sessions: tests.length,
    acknowledged: 0,
    lost: 0,
    extra: 0,
    different: 0,
  };
  for (const test of tests) {
    const { answers } = await ask('GET', `/v1/sessions/${test.id}/export`);
    const kept = new Map<string, number>(
      answers.map(({ item, score }: { item: string; score: number }) => [item, score]),
    );
    report.acknowledged += test.acknowledged.size;
    for (const [item, score] of test.acknowledged) if (kept.get(item) !== score) report.lost++;
    report.extra += answers.length - test.acknowledged.size;
    const reference: Test = {
      ...(await ask('POST', '/v1/sessions', test.request)),
      acknowledged: new Map(),
    };
    await answer(reference);
    const { answers: uninterrupted } = await ask('GET', `/v1/sessions/${reference.id}/export`);
    const asked = (of: { item: string }[]) => of.map(({ item }) => item).join();
    if (asked(uninterrupted) !== asked(answers)) report.different++;
  }
  await options.during;
  await Promise.all(all.map((one) => one.kill()));
  process.off('exit', end);
  return report;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
