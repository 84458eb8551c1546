import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomStream } from '../../src/random.ts';
import { type JobFindings, jobLoad } from './job-load.ts';
import { persist } from './persist.ts';
import { type Running, running } from './running.ts';
import { type LoadFindings, sessionLoad } from './session-load.ts';

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
  /** A bank with recorded answers and no calibration, of which clients start jobs; none by default. */
  readonly jobsOf?: string;
  /** Work of the workers, which is awaited before they are ended. */
  readonly during?: Promise<unknown>;
  readonly seed: string;
  readonly scoreOf: (item: string) => number;
}

export interface KillReport extends LoadFindings {
  readonly kills: number;
  /** Null if no jobs were started. */
  readonly jobs: JobFindings | null;
}

/** Clients that start jobs, each one after the other. */
const STARTERS = 2;
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

  const load = sessionLoad(ask, scoreOf);
  const play = (k: number) =>
    load.play({
      ...{ bank, items, seed: k, lag: 1 + (k % 3), examinee: `examinee ${k}` },
      strategy: strategies[k % strategies.length],
    });
  let isOver = false;
  let begun = 0;
  const clients: Promise<void>[] = Array.from({ length: options.clients }, async () => {
    while (!isOver) await play(begun++);
  });
  const jobs = options.jobsOf === undefined ? null : jobLoad(ask, options.jobsOf);
  for (let k = 0; jobs !== null && k < STARTERS; k++)
    clients.push(
      (async () => {
        while (!isOver) await jobs.run();
      })(),
    );
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
    const before = load.heard();
    while (load.heard() === before) await Promise.race([pause(10), failure]);
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

  const found = await load.check();
  const ofJobs = (await jobs?.check()) ?? null;
  await options.during;
  await Promise.all(all.map((one) => one.kill()));
  process.off('exit', end);
  return { kills, ...found, jobs: ofJobs };
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
