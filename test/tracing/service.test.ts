import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import { type TestService, testService } from '../server/service.ts';
import { addBank, begin, play } from '../server/sessions/session-case.ts';
import { type Collector, collector } from './collector.ts';

/** A service that sends traces, and the command of its job, in a process of its own. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
let traces: Collector;
let service: TestService;
let tracing: Awaited<ReturnType<typeof startTracing>>;
const keys: string[] = [];

beforeAll(async () => {
  traces = await collector();
  tracing = await startTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
    { isAsked: false, version: '0.0.0-test', onFailure: (reason) => expect.fail(reason) },
  );
  service = await testService();
  await addBank(service.parts.context.store);
});
afterAll(async () => {
  await service.close();
  traces.close();
});

test('requests, answers, the database, a job and its command are one trace of their caller', async () => {
  const key = await service.key('administrator');
  const link = await service.key('link', { leaderboard: 'none' });
  keys.push(key, link);
  const id = await begin(service, key, { examinee: 'secret-examinee' });
  await play(service, key, id, 3);
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
  // The spans of the command come first, since it ends before its job does.
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
  const answers = traces.named('session answers');
  expect(answers).toHaveLength(3);
  for (const span of answers) {
    expect(traces.pathOf(span)).toEqual(['POST /v1/sessions/:session/answers', 'session answers']);
    expect(span.facts['thetarank.answers']).toBe(1);
  }
  const kept = traces.named('database serviceSessions.append');
  expect(kept.map(({ parent }) => parent)).toEqual(answers.map(({ id }) => id));
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
    'item-',
    'secret-examinee',
  ])
    expect(all.includes(secret), secret).toBe(false);
  const routes = new Set(traces.spans.map(({ facts }) => facts['http.route']));
  expect(routes).toContain('/shared/:link');
  expect(routes).toContain('none');
});
