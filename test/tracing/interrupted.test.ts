import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand as runJob } from '../../src/jobs/running/run-command.ts';
import { span } from '../../src/tracing/span.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { runCommand } from '../command/run-command.ts';
import { start } from '../e2e/live/command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { type Collector, collector } from './collector.ts';

/** What reaches a collector of commands that end before they are done, and how long they wait for one that is away. */
const database = join(temporaryFolder(), 'store.db');
let traces: Collector;
beforeAll(async () => {
  traces = await collector();
});
beforeEach(() => {
  traces.spans.length = 0;
});
afterAll(() => traces.close());

const STUDY = [
  ...['simulate', 'monte-carlo', '--bank', 'generated', '--items', '200', '--lengths', '20'],
  ...['--estimators', 'eap', '--replications', '5000', '--workers', '1'],
];
/** Starts a study or another command, sends it a signal once some of it is done, and gives its exit code. */
async function interrupted(
  signal: 'SIGINT' | 'SIGTERM',
  collectorUrl: string,
  args: readonly string[] = STUDY,
) {
  const running = start(args, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    THETARANK_PROGRESS: 'json',
    THETARANK_DATABASE: database,
  });
  await expect.poll(running.stderr, { timeout: 60_000 }).toMatch(/"done":[1-9]/);
  const from = performance.now();
  running.child.kill(signal);
  const { status, stderr } = await running.ended;
  return { status, stderr, ms: performance.now() - from };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s: the command, its phase and its thread end as interrupted',
  async (signal) => {
    expect(await interrupted(signal, traces.url)).toMatchObject({ status: 130 });
    const [command] = traces.named('thetarank simulate monte-carlo');
    expect(command.facts).toMatchObject({
      'process.exit.code': 130,
      'thetarank.outcome': 'interrupted',
    });
    const [simulate] = traces.named('simulate');
    expect(simulate.parent).toBe(command.id);
    const [thread] = traces.named('thread');
    expect(thread).toMatchObject({
      parent: simulate.id,
      facts: { 'thetarank.outcome': 'interrupted' },
    });
    expect(thread.facts['thetarank.tasks']).toBeGreaterThan(0);
    expect(traces.named('read')[0].facts).toEqual({});
    expect(traces.named('aggregate')).toEqual([]);
  },
);

test('an audit hears an interrupt while answers are weighed', async () => {
  const audit = ['bank', 'audit', 'mmlu-pro'];
  expect(await interrupted('SIGINT', traces.url, audit)).toMatchObject({ status: 130 });
  const [weigh] = traces.named('weigh answers');
  expect(weigh.facts['thetarank.outcome']).toBe('interrupted');
  expect(traces.pathOf(weigh)[0]).toBe('thetarank bank audit');
});

test('the command of a job that is stopped ends its spans in the trace of the job', async () => {
  const tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, TRACEPARENT: undefined },
    { isAsked: false, version: '0.0.0-test', onFailure: (reason) => expect.fail(reason) },
  );
  const begun = Promise.withResolvers<void>();
  const job = span('job study', {}, () =>
    runJob(STUDY, {
      database,
      onProgress: ({ done }) => {
        if (done > 0) begun.resolve();
      },
    }),
  );
  await begun.promise;
  job.stop(30_000);
  await job.ended;
  await tracing.stop();
  const [command] = traces.named('thetarank simulate monte-carlo');
  expect(traces.pathOf(command)).toEqual(['job study', 'thetarank simulate monte-carlo']);
  expect(command.facts['thetarank.outcome']).toBe('interrupted');
});

/** A collector that answers in its own way. @returns its address, and how often it was asked */
async function otherCollector(status: number | null) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    if (status !== null) response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, close, requests: () => requests };
}

test('an interrupt waits about a second for a collector that hangs', async () => {
  const hanging = await otherCollector(null);
  const { status, ms } = await interrupted('SIGINT', hanging.url);
  expect(status).toBe(130);
  expect(hanging.requests()).toBeGreaterThan(0);
  // A second, and a busy machine.
  expect(ms).toBeLessThan(4000);
  hanging.close();
});

test('the end of a command does not ask a collector again that refuses', async () => {
  const busy = await otherCollector(503);
  const { status, stderr } = await runCommand(['bank', 'show', 'cruxeval-o'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: busy.url,
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('Traces could not be sent: ')]);
  expect(busy.requests()).toBe(1);
  busy.close();
});
