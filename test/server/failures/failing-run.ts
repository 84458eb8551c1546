import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobFindings, jobLoad } from '../../../bench/service/job-load.ts';
import { type LoadFindings, sessionLoad } from '../../../bench/service/session-load.ts';
import { LAUNCHER } from '../../e2e/run.ts';
import { scoreOf } from '../sessions/session-case.ts';

/** What a run is told while something fails. */
export interface FailingRun {
  /** Acknowledged answers so far. */
  heard(): number;
  /** Replies 503 so far. */
  refused(): number;
  /** Resolves once this many more answers are acknowledged. */
  more(answers: number): Promise<void>;
  /** Lines of the log of the service. */
  log(): string;
}

export interface FailingReport extends LoadFindings {
  /** Null if none were started. */
  readonly jobs: JobFindings | null;
  readonly refused: number;
  readonly log: string;
}

const CLIENTS = 4;
/** In ms: a client asks again so soon. */
const AGAIN = 100;

/**
 * Runs a real `thetarank serve` on `database`, which has the bank `exam`, under the load of some clients, lets `failing` do its
 * worst to the database, and looks at what is left, on request with jobs too. Clients send again what was not acknowledged, as ours do.
 */
export async function failingRun(
  database: string,
  failing: (run: FailingRun) => Promise<void>,
  withJobs = false,
): Promise<FailingReport> {
  const args = ['serve', '--port', '0', '--json', '--database', database];
  const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    return await loaded(child, failing, withJobs);
  } finally {
    child.kill('SIGKILL');
  }
}

async function loaded(
  child: ChildProcess,
  failing: (run: FailingRun) => Promise<void>,
  withJobs: boolean,
): Promise<FailingReport> {
  let log = '';
  child.stderr?.on('data', (data) => {
    log += data;
  });
  const [line] = await once(createInterface({ input: child.stdout as never }), 'line');
  const { url, firstKey } = JSON.parse(line as string);
  let [refused, isOver] = [0, false];
  // biome-ignore lint/suspicious/noExplicitAny: replies of many shapes
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    for (;;) {
      const reply = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${firstKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const json = await reply.json();
      if (reply.ok) return json;
      if (reply.status !== 503)
        throw new Error(`${method} ${path}: ${JSON.stringify(json)}\n${log.slice(-2000)}`);
      refused++;
      await pause(AGAIN);
    }
  };
  const load = sessionLoad(ask, scoreOf, 5);
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let k = 0; !isOver; k++) {
      const strategy = ['random', 'paper'][(client + k) % 2];
      await load.play({ bank: 'exam', strategy, items: 20, seed: k, examinee: `client ${client}` });
    }
  });
  const jobs = withJobs ? jobLoad(ask, 'exam') : null;
  if (jobs !== null)
    clients.push(
      (async () => {
        while (!isOver) await jobs.run();
      })(),
    );
  const all = Promise.all(clients);
  const more = async (answers: number) => {
    const enough = load.heard() + answers;
    while (load.heard() < enough) await Promise.race([pause(20), all]);
  };
  await more(20);
  await failing({ heard: load.heard, refused: () => refused, more, log: () => log });
  await more(40);
  isOver = true;
  await all;

  return { ...(await load.check()), jobs: (await jobs?.check()) ?? null, refused, log };
}
