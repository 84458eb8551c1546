import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runOperation } from '../../src/jobs/running/run-operation.ts';
import { span } from '../../src/tracing/span.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { type Collector, collector } from './collector.ts';
import { interrupt, LONG, PATIENT } from './interrupt.ts';

/** What reaches a collector of commands that end before they are done. */
const THETARANK_DATABASE = join(temporaryFolder(), 'store.db');
let traces: Collector;
beforeAll(async () => {
  traces = await collector();
  // Commands of jobs have the environment of the service.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', PATIENT.OTEL_EXPORTER_OTLP_TIMEOUT);
});
beforeEach(() => {
  traces.spans.length = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
  traces.close();
});

const on = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, THETARANK_DATABASE });

test('SIGTERM ends a study as Ctrl+C does', async () => {
  expect(await interrupt('SIGTERM', { ...on(traces.url), ...PATIENT })).toBe(130);
  const [command] = traces.named('thetarank simulate monte-carlo');
  expect(command.facts).toMatchObject({
    'process.exit.code': 130,
    'thetarank.outcome': 'interrupted',
  });
});

test('an audit hears an interrupt while answers are weighed', async () => {
  const args = ['bank', 'audit', 'mmlu-pro'];
  expect(await interrupt('SIGINT', { ...on(traces.url), ...PATIENT }, { args })).toBe(130);
  const [weigh] = traces.named('weigh answers');
  expect(weigh.facts['thetarank.outcome']).toBe('interrupted');
  expect(traces.pathOf(weigh)[0]).toBe('thetarank bank audit');
});

test('the command of a job that is stopped ends its spans in the trace of the job', async () => {
  const tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, TRACEPARENT: undefined, ...PATIENT },
    { isAsked: false, version: '0.0.0-test', onFailure: (reason) => expect.fail(reason) },
  );
  const begun = Promise.withResolvers<void>();
  const job = span('job study', {}, () =>
    runOperation(
      {
        operation: 'simulate monte-carlo',
        options: { design: LONG },
        database: THETARANK_DATABASE,
      },
      {
        ...{ folder: process.cwd(), version: '0.0.0-test' },
        onProgress({ done }) {
          if (done > 0) begun.resolve();
        },
      },
    ),
  );
  await begun.promise;
  job.stop(300_000);
  await job.ended;
  await tracing.stop();
  const [command] = traces.named('thetarank simulate monte-carlo');
  expect(traces.pathOf(command)).toEqual(['job study', 'thetarank simulate monte-carlo']);
  expect(command.facts['thetarank.outcome']).toBe('interrupted');
});

test('an interrupt ends a command whose collector never answers', async () => {
  let requests = 0;
  const server = createServer(() => requests++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...on(url), OTEL_BSP_SCHEDULE_DELAY: '50' };
  expect(await interrupt('SIGINT', env, { isReady: () => requests > 0 })).toBe(130);
  server.close();
  server.closeAllConnections();
});
