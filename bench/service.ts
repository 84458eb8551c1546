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
  const health: number[] = [];
  const watch = setInterval(() => void get('/health').then(({ ms }) => health.push(ms)), 10);
  const cold: number[] = [];
  let etag = '';
  // Each with other settings, so that nothing is known of it.
  for (const query of [
    '',
    '?recorded=false',
    '?target=recorded',
    '?target=recorded&recorded=false',
  ]) {
    const read = await get(path + query);
    cold.push(read.ms);
    if (query === '') etag = read.etag;
  }
  const listed: number[] = [];
  const files: number[] = [];
  for (const format of ['json', 'csv', 'html', 'svg'])
    files.push((await get(`${path}/export?format=${format}`)).ms);
  for (let k = 0; k < 4; k++) listed.push((await get('/v1/leaderboards')).ms);
  const known: number[] = [];
  for (let k = 0; k < 100; k++) known.push((await get(path, etag)).ms);
  clearInterval(watch);
  const load = { url, key, connections: CONNECTIONS, duration: isQuick ? 3 : 6, isEmpty: false };
  const shares: number[] = [];
  let { sessions } = host.report;
  for (let k = 0; k < (isQuick ? 3 : 5); k++) {
    const alone = await sendLoad({ ...load, sessions });
    const reading = setInterval(() => void get(k % 2 === 0 ? path : '/v1/leaderboards', etag), 100);
    const beside = await sendLoad({ ...load, sessions: alone.sessions });
    clearInterval(reading);
    sessions = beside.sessions;
    shares.push(beside.perSecond / alone.perSecond);
  }
  await host.end();
  const share = measured('answers beside ten readers/s', shares, 'of the rate alone', 0.95, '');
  return [
    measured(`leaderboard of ${ended}`, cold, 'ms', 50, ''),
    measured('its files', files, 'ms', 50, ''),
    measured('list of leaderboards', listed, 'ms', 50, ''),
    measured('leaderboard by ETag', known, 'ms', 5, ''),
    measured('/health meanwhile, highest', [Math.max(...health)], 'ms', 50, ''),
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
