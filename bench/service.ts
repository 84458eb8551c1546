import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mean } from '../src/statistics/mean.ts';
import { median } from '../src/statistics/median.ts';
import { type Benchmark, type Measured, measured, times } from './measure.ts';
import type { LoadReport } from './service/messages.ts';
import { sendLoad, startHost } from './service/run.ts';

const BANK = 'climedbench';
const CONNECTIONS = 64;
const TARGETS = { perSecond: 2000, p99: 50, share: 0.4, memory: 1024 };

/** One answer and the next item, over HTTP and on the disk, on 33,735 items with a thousand sessions open; and what ten thousand take. */
export const service: Benchmark = async ({ isQuick }) => {
  const folder = mkdtempSync(
    join(process.env.THETARANK_BENCH_FOLDER ?? tmpdir(), 'thetarank-service-'),
  );
  try {
    return [
      ...(await rates(folder, isQuick)),
      await memory(folder, isQuick),
      ...(await readers(folder, isQuick)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

async function rates(folder: string, isQuick: boolean): Promise<Measured[]> {
  const host = await startHost({ folder, bank: BANK, strategy: 'paper', sessions: 1000 });
  const { url, key } = host.report;
  const load = { url, key, connections: CONNECTIONS, duration: isQuick ? 3 : 6 };
  let { sessions } = host.report;
  const runs: { readonly own: LoadReport; readonly empty: LoadReport }[] = [];
  const cpu: { own: number; empty: number }[] = [];
  // The first pair warms both.
  for (let k = 0; k < (isQuick ? 3 : 5); k++) {
    const before = await host.cpu();
    const empty = await sendLoad({ ...load, sessions, isEmpty: true });
    const between = await host.cpu();
    const own = await sendLoad({ ...load, sessions, isEmpty: false });
    const after = await host.cpu();
    cpu.push({
      own: (after - between) / own.requests,
      empty: (between - before) / empty.requests,
    });
    sessions = own.sessions;
    runs.push({ own, empty });
  }
  await host.end();
  const counted = runs.slice(1);
  const own = counted.map((run) => run.own);
  const sync = fsyncs(folder);
  const bound = `${Math.round(1000 / sync)} writes that reach the disk a second; the same app without a handler: ${counted.map(({ empty }) => Math.round(empty.perSecond)).join(', ')} requests/s`;
  const details = {
    connections: CONNECTIONS,
    failed: own.reduce((sum, { failed }) => sum + failed, 0),
  };
  const rate = measured(
    'answer, next item',
    own.map(({ perSecond }) => perSecond),
    'requests/s',
    TARGETS.perSecond,
    bound,
    details,
  );
  const shares = counted.map((run) => run.own.perSecond / run.empty.perSecond);
  // A busy machine stretches the clock, and not this: how much of one core a request takes.
  const work = cpu.slice(1);
  const cpuShares = work.map(({ own, empty }) => empty / own);
  const share = measured('of an empty handler', shares, 'of its rate', TARGETS.share, '', {
    byCpu: median(cpuShares),
    cpuOwn: median(work.map(({ own }) => own)),
    cpuEmpty: median(work.map(({ empty }) => empty)),
  });
  return [
    { ...rate, met: rate.median >= TARGETS.perSecond },
    { ...share, met: share.median >= TARGETS.share },
    measured(
      'answer, 99% within',
      own.map(({ p99 }) => p99),
      'ms',
      TARGETS.p99,
      '',
      { p50: own[0].p50, highest: Math.max(...own.map(({ highest }) => highest)) },
    ),
  ];
}

/** Readers of a leaderboard of very many examinees, and what others notice of them. */
async function readers(folder: string, isQuick: boolean): Promise<Measured[]> {
  const ended = 100_000;
  const own = mkdtempSync(join(folder, 'readers-'));
  const host = await startHost({
    folder: own,
    bank: BANK,
    strategy: 'paper',
    sessions: 1000,
    ended,
  });
  const { url, key } = host.report;
  const get = async (path: string, tag = '') => {
    const from = performance.now();
    const reply = await fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, 'if-none-match': tag },
    });
    const body = await reply.text();
    return { ms: performance.now() - from, etag: reply.headers.get('etag') ?? '', body };
  };
  // The bank is known to a service at work, and the connection is open.
  await get('/v1/leaderboards');
  const [{ id }] = JSON.parse((await get('/v1/leaderboards')).body).items as { id: string }[];
  const path = `/v1/leaderboards/${id}`;
  const { etag } = await get(path);
  let [highest, waited] = [0, 0];
  const watch = setInterval(
    () =>
      void get('/health').then(({ ms }) => {
        waited = Math.max(waited, ms);
        highest = Math.max(highest, ms);
      }),
    10,
  );
  /** Requests one after another, with what they take of the main thread, which a busy machine does not stretch, and how long `/health` took at most. */
  const timed = async (name: string, target: number, paths: readonly string[], tag = '') => {
    const before = await host.main();
    waited = 0;
    const took: number[] = [];
    for (const path of paths) took.push((await get(path, tag)).ms);
    const main = ((await host.main()) - before) / paths.length;
    return measured(name, took, 'ms', target, '', { main, health: waited });
  };
  const settings = ['?recorded=false', '?target=recorded', '?target=recorded&recorded=false'];
  const formats = ['json', 'csv', 'html', 'svg'];
  const lists = ['', '?state=finished', `?bank=${BANK}`, '?examinee=ended', '?limit=1000'];
  const results = [
    // Each with other settings, so that nothing is known of it.
    await timed(
      `leaderboard of ${ended}`,
      50,
      settings.map((query) => path + query),
    ),
    await timed(
      'its files',
      50,
      formats.map((format) => `${path}/export?format=${format}`),
    ),
    await timed('leaderboard, again', 50, Array<string>(20).fill(path)),
    await timed('leaderboard by ETag', 5, Array<string>(100).fill(path), etag),
    await timed('list of leaderboards', 50, Array<string>(10).fill('/v1/leaderboards')),
    await timed(
      'lists of sessions',
      50,
      lists.map((query) => `/v1/sessions${query}`),
    ),
    await timed('list of banks', 50, Array<string>(10).fill('/v1/banks')),
  ];
  clearInterval(watch);
  const load = { url, key, connections: CONNECTIONS, duration: isQuick ? 3 : 6, isEmpty: false };
  const read = [path, '/v1/leaderboards', '/v1/sessions?state=finished', '/v1/banks'];
  const shares: number[] = [];
  let { sessions } = host.report;
  for (let k = 0; k < (isQuick ? 3 : 5); k++) {
    const alone = await sendLoad({ ...load, sessions });
    let turn = 0;
    // Every other one has the leaderboard, as a dashboard has.
    const reading = setInterval(
      () => void (turn++ % 2 === 0 ? get(path, etag) : get(read[(turn >> 1) % read.length])),
      100,
    );
    const beside = await sendLoad({ ...load, sessions: alone.sessions });
    clearInterval(reading);
    sessions = beside.sessions;
    shares.push(beside.perSecond / alone.perSecond);
  }
  await host.end();
  const share = measured('answers beside ten readers/s', shares, 'of the rate alone', 0.95, '');
  return [
    ...results,
    measured('/health meanwhile, highest', [highest], 'ms', 50, ''),
    { ...share, met: share.median >= 0.95 },
  ];
}

async function memory(folder: string, isQuick: boolean): Promise<Measured> {
  const count = isQuick ? 2000 : 10_000;
  const host = await startHost({ folder, bank: BANK, strategy: 'paper', sessions: count });
  const { url, key, sessions, creating, rss } = host.report;
  await sendLoad({
    url,
    key,
    connections: CONNECTIONS,
    duration: isQuick ? 2 : 20,
    isEmpty: false,
    sessions,
  });
  const after = await host.memory();
  await host.end();
  return measured(
    `${count} open sessions`,
    [after / 2 ** 20],
    'MB',
    TARGETS.memory,
    'all of the process',
    {
      beforeAnswers: rss / 2 ** 20,
      creating: creating / count,
    },
  );
}

/** Of a small write that reaches the disk, in ms. */
function fsyncs(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const { clock } = times(50, 5, () => {
    writeSync(file, 'x'.repeat(4096));
    fsyncSync(file);
  });
  closeSync(file);
  return mean(clock);
}
