import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { runOperation } from '../../src/jobs/running/run-operation.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { type TestService, testService } from '../server/service.ts';
import { addBank, begin, play } from '../server/sessions/session-case.ts';
import { type Collector, collector } from './collector.ts';
import { PATIENT } from './interrupt.ts';

/** A service that sends traces, and the command of its job, in a process of its own. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
let traces: Collector;
let service: TestService;
/** What a model of the configuration says. */
const endpoint = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Secret thoughts. The answer is (A).' },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    }),
  );
});
let tracing: Awaited<ReturnType<typeof startTracing>>;
const keys: string[] = [];

beforeAll(async () => {
  traces = await collector();
  // Commands of jobs have the environment of the service.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', PATIENT.OTEL_EXPORTER_OTLP_TIMEOUT);
  tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, ...PATIENT },
    { isAsked: false, version: '0.0.0-test', onFailure: (reason) => expect.fail(reason) },
  );
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  const model = endpointConfiguration({
    ...{ name: 'served', baseUrl: `http://${host}/v1`, model: 'org/served' },
  });
  service = await testService({
    configuration: { models: [model], allowedHosts: [host] },
    perform: runOperation,
  });
  await addBank(service.parts.context.store);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  traces.close();
  endpoint.close();
  endpoint.closeAllConnections();
});

/** Reads the beginning of the stream of events, and goes away. */
async function leaveStream(key: string): Promise<void> {
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(`${url}/v1/events`, { headers, signal: leaving.signal });
  expect(reply.status).toBe(200);
  leaving.abort();
}

test('requests, answers, the database, a job and its command are one trace of their caller', async () => {
  const key = await service.key('administrator');
  const link = await service.key('link', { leaderboard: 'none' });
  keys.push(key, link);
  const id = await begin(service, key, { examinee: 'secret-examinee' });
  await play(service, key, id, 3);
  const asked = await begin(service, key, { examinee: 'secret-model', model: 'served' });
  await expect
    .poll(async () => (await service.ask('GET', `/v1/sessions/${asked}`, key)).body.state)
    .toBe('finished');
  await leaveStream(key);
  await service.ask('GET', '/health');
  await service.ask('GET', '/no/such/secret-path', key);
  await service.ask('GET', `/shared/${link}`);
  const started = await service.app.inject({
    method: 'POST',
    url: '/v1/banks/exam/audits',
    headers: { authorization: `Bearer ${key}`, traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  expect(started.statusCode, started.body).toBe(202);
  const job = started.json().id;
  await expect
    .poll(async () => (await service.ask('GET', `/v1/jobs/${job}`, key)).body.finishedAt)
    .not.toBeNull();
  // Its span ends a moment after its state is stored.
  await service.parts.jobs.close();
  await tracing.stop();

  const [request] = traces.named('POST /v1/banks/:bank/audits');
  expect(request).toMatchObject({
    trace: TRACE,
    parent: CALLER,
    facts: {
      'http.request.method': 'POST',
      'http.route': '/v1/banks/:bank/audits',
      'http.response.status_code': 202,
    },
  });
  const [ran] = traces.named('job audit');
  expect(ran).toMatchObject({
    trace: TRACE,
    parent: request.id,
    facts: { 'thetarank.job': job, 'thetarank.job.kind': 'audit', 'thetarank.job.state': 'done' },
  });
  const [command] = traces.named('thetarank bank audit');
  expect(command).toMatchObject({ trace: TRACE, parent: ran.id, isFailed: false });
  const [kept] = traces.named('database jobs.add');
  expect(traces.pathOf(kept)).toEqual([request.name, 'database jobs.add']);
});

test('an answer is a span of its request, and its transaction one of the answer', () => {
  const all = traces.named('session answers');
  const answers = all.filter((span) => traces.pathOf(span).length === 2);
  expect(answers).toHaveLength(3);
  for (const span of answers) {
    expect(traces.pathOf(span)).toEqual(['POST /v1/sessions/:session/answers', 'session answers']);
    expect(span.facts['thetarank.answers']).toBe(1);
  }
  const kept = traces.named('database serviceSessions.append');
  expect(kept.map(({ parent }) => parent)).toEqual(all.map(({ id }) => id));
});

test('a model that the service asks is a part of the request that opened its session', () => {
  const questions = traces.named('question');
  expect(questions).toHaveLength(12);
  for (const span of [...questions, ...traces.named('request')])
    expect(traces.pathOf(span).slice(0, 3)).toEqual([
      ...['POST /v1/sessions', 'session model', 'question'],
    ]);
  expect(questions[0].facts).toMatchObject({ 'gen_ai.request.model': 'served' });
  const answers = traces.named('session answers').map((span) => traces.pathOf(span).join(' > '));
  const own = answers.filter((path) => path.includes('session model'));
  expect(own).toEqual(Array(12).fill('POST /v1/sessions > session model > session answers'));
});

test('a stream that its caller leaves is a span too', () => {
  expect(traces.named('GET /v1/events')).toMatchObject([
    { facts: { 'http.response.status_code': 200 }, isFailed: false },
  ]);
});

test('requests of callers without a trace begin one each; health checks none', () => {
  const requests = traces.spans.filter(({ facts }) => facts['http.route'] !== undefined);
  const own = requests.filter(({ trace }) => trace !== TRACE);
  expect(own.length).toBeGreaterThan(5);
  expect(new Set(own.map(({ trace }) => trace)).size).toBe(own.length);
  expect(requests.some(({ name }) => name.includes('/health'))).toBe(false);
});

test('no key, address, item or question is in a trace', () => {
  const all = traces.texts.join('\n');
  for (const secret of [
    ...keys,
    ...keys.map((key) => key.split('_')[2]),
    'secret-path',
    'secret-model',
    'Secret thoughts',
    'item-',
    'secret-examinee',
  ])
    expect(all.includes(secret), secret).toBe(false);
  const routes = new Set(traces.spans.map(({ facts }) => facts['http.route']));
  expect(routes).toContain('/shared/:link');
  expect(routes).toContain('none');
});
