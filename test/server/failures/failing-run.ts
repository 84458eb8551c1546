import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
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

export interface FailingReport {
  readonly sessions: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** Acknowledged answers that are not kept, or are others. */
  readonly lost: number;
  /** Items that a session has two answers to, or answers that nobody sent. */
  readonly doubled: number;
  /** Sessions that did not ask what the same ones ask when nothing fails. */
  readonly different: number;
  readonly log: string;
}

interface Test {
  readonly id: string;
  readonly request: object;
  readonly acknowledged: Map<string, number>;
}

const CLIENTS = 4;
/** In ms: a client asks again so soon; what has no reply after a minute and a half has failed. */
const AGAIN = 100;
const LONGEST = 90_000;

/**
 * Runs a real `thetarank serve` on `database`, which has the bank `exam`, under the load of some clients, lets `failing` do its
 * worst to the database, and looks at what is left. Clients send again what was not acknowledged, as ours do.
 */
export async function failingRun(
  database: string,
  failing: (run: FailingRun) => Promise<void>,
): Promise<FailingReport> {
  const args = ['serve', '--port', '0', '--json', '--database', database];
  const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    return await loaded(child, failing);
  } finally {
    child.kill('SIGKILL');
  }
}

async function loaded(
  child: ChildProcess,
  failing: (run: FailingRun) => Promise<void>,
): Promise<FailingReport> {
  let log = '';
  child.stderr?.on('data', (data) => {
    log += data;
  });
  const [line] = await once(createInterface({ input: child.stdout as never }), 'line');
  const { url, firstKey } = JSON.parse(line as string);
  let [heard, refused, isOver] = [0, 0, false];
  // biome-ignore lint/suspicious/noExplicitAny: replies of many shapes
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const until = performance.now() + LONGEST;
    for (;;) {
      const reply = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${firstKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST),
      });
      const json = await reply.json();
      if (reply.ok) return json;
      if (reply.status !== 503 || performance.now() > until)
        throw new Error(`${method} ${path}: ${JSON.stringify(json)}\n${log.slice(-2000)}`);
      refused++;
      await pause(AGAIN);
    }
  };
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
      await pause(5);
    }
  };
  const tests: Test[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let k = 0; !isOver; k++) {
      const strategy = ['random', 'paper'][(client + k) % 2];
      const request = { bank: 'exam', strategy, items: 20, seed: k, examinee: `client ${client}` };
      const { id } = await ask('POST', '/v1/sessions', request);
      const test: Test = { id, request, acknowledged: new Map() };
      tests.push(test);
      await answer(test);
    }
  });
  const all = Promise.all(clients);
  const more = async (answers: number) => {
    const enough = heard + answers;
    while (heard < enough) await Promise.race([pause(20), all]);
  };
  await more(20);
  await failing({ heard: () => heard, refused: () => refused, more, log: () => log });
  await more(40);
  isOver = true;
  await all;

  let [acknowledged, lost, doubled, different] = [0, 0, 0, 0];
  for (const test of tests) {
    const { answers } = await ask('GET', `/v1/sessions/${test.id}/export`);
    const items: string[] = answers.map(({ item }: { item: string }) => item);
    const kept = new Map<string, number>(
      answers.map(({ item, score }: { item: string; score: number }) => [item, score]),
    );
    acknowledged += test.acknowledged.size;
    for (const [item, score] of test.acknowledged) if (kept.get(item) !== score) lost++;
    doubled += items.length - kept.size;
    doubled += [...kept.keys()].filter((item) => !test.acknowledged.has(item)).length;
    const { id } = await ask('POST', '/v1/sessions', test.request);
    await answer({ id, request: test.request, acknowledged: new Map() });
    const again = await ask('GET', `/v1/sessions/${id}/export`);
    const asked = again.answers.map(({ item }: { item: string }) => item);
    if (asked.join() !== items.join()) different++;
    if ((await ask('GET', `/v1/sessions/${test.id}`)).state !== 'finished') different++;
  }
  return { sessions: tests.length, acknowledged, refused, lost, doubled, different, log };
}
