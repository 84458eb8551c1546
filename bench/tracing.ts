import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/statistics/median.ts';
import { currentSpan, span } from '../src/tracing/span.ts';
import { type Benchmark, measured } from './measure.ts';
import { type Host, sendLoad, startHost } from './service/run.ts';

const BANK = 'climedbench';
/** Spans that the service asks for per answer: of the answers; what is decided once, at the start, is not among them. */
const PER_ANSWER = 1;
const CALLS = 1_000_000;
/** Of each load; a session has 243 items. */
const SECONDS = 3;
/** Off: percent of the work of an answer. On: with a span for each request, answer and transaction, all of them sent. */
const TARGETS = { off: 1, on: 2 };

/** What traces cost: when they are off, and when each answer to a session of the service makes three spans. */
export const tracing: Benchmark = async ({ isQuick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-tracing-'));
  let spans = 0;
  const collector = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    spans += text.split('"spanId"').length - 1;
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const options = { bank: BANK, strategy: 'paper', sessions: 1000 };
  try {
    const off = await startHost({ ...options, folder: folderIn(folder) });
    const on = await startHost({ ...options, folder: folderIn(folder), collector: url });
    const loads = [loadOf(off), loadOf(on)];
    const work: { off: number; on: number; answers: number }[] = [];
    // The first pair warms both.
    for (let k = 0; k < (isQuick ? 3 : 5); k++) {
      const [own, traced] = [await loads[0](SECONDS), await loads[1](SECONDS)];
      work.push({ off: own.cpu, on: traced.cpu, answers: traced.requests });
    }
    await off.end();
    await on.end();
    const counted = work.slice(1);
    const answer = median(counted.map((one) => one.off));
    const call = await perCall();
    return [
      measured(
        'traces off, of an answer',
        call.map((ns) => (100 * PER_ANSWER * ns) / (answer * 1e6)),
        '%',
        TARGETS.off,
        `${median(call).toFixed(0)} ns a span; ${(answer * 1000).toFixed(0)} µs of one core an answer`,
      ),
      measured(
        'traces on, of an answer off',
        counted.map((one) => one.on / one.off),
        'times the work',
        TARGETS.on,
        `${(spans / work.reduce((sum, { answers }) => sum + answers, 0)).toFixed(1)} spans an answer reached the collector`,
      ),
    ];
  } finally {
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

function folderIn(folder: string): string {
  return mkdtempSync(join(folder, 'host-'));
}

/** Sends answers to a host for some seconds; gives their number, and the work of one in ms of one core. */
function loadOf(host: Host): (seconds: number) => Promise<{ cpu: number; requests: number }> {
  const { url, key } = host.report;
  let { sessions } = host.report;
  return async (duration) => {
    const before = await host.cpu();
    const report = await sendLoad({
      url,
      key,
      connections: 64,
      duration,
      isEmpty: false,
      sessions,
    });
    sessions = report.sessions;
    return { cpu: ((await host.cpu()) - before) / report.requests, requests: report.requests };
  };
}

/** What a span adds to an asynchronous call while nothing is traced, in ns: several runs. */
async function perCall(): Promise<number[]> {
  const answer = async (k: number) => k;
  const run = async (call: (k: number) => Promise<number>) => {
    const from = process.cpuUsage();
    for (let k = 0; k < CALLS; k++) await call(k);
    const { user, system } = process.cpuUsage(from);
    return ((user + system) * 1000) / CALLS;
  };
  const plain = (k: number) => answer(k);
  const spanned = (k: number) => {
    currentSpan();
    return span('session answers', { 'thetarank.answers': k }, () => answer(k));
  };
  const added: number[] = [];
  for (let k = 0; k < 6; k++) added.push((await run(spanned)) - (await run(plain)));
  return added.slice(1).map((ns) => Math.max(0, ns));
}
