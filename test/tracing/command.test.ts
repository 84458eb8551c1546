import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../command/run-command.ts';
import { keepExam } from '../e2e/live/bank.ts';
import { type Exam, writeExam } from '../e2e/live/exam.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { IS_ALL } from '../repetitions.ts';
import { type Collector, collector } from './collector.ts';
import { interrupt, PATIENT } from './interrupt.ts';

/** Commands that send traces: what a collector gets, and what it must not. */
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const exam: Exam = writeExam(folder, 'traces', 60, {});
const KEY = 'sk-very-secret-key';
const OUTPUT = 'My thoughts wander. The answer is (B).';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const ITEMS = 12;

let traces: Collector;
const headers: IncomingHttpHeaders[] = [];
/** The first request is put off, so that it is made again. */
const endpoint = createServer((request, response) => {
  if (request.method === 'GET')
    return response.setHeader('content-type', 'application/json').end('{"data":[{"id":"m"}]}');
  headers.push(request.headers);
  response.setHeader('content-type', 'application/json');
  if (headers.length === 1)
    return response.writeHead(503, { 'retry-after': '0' }).end('{"error":{"message":"busy"}}');
  return response.end(
    JSON.stringify({
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: OUTPUT } },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    }),
  );
});
const host = () => `127.0.0.1:${(endpoint.address() as AddressInfo).port}`;

beforeAll(async () => {
  await keepExam(exam, database);
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  traces = await collector();
});
afterAll(() => {
  traces.close();
  endpoint.close();
  endpoint.closeAllConnections();
});

const rank = (env: Record<string, string>) =>
  runCommand(
    [
      ...['rank', '--bank', 'sums', '--model', `tested=m@http://${host()}/v1`],
      ...['-M', 'key-variable=MY_KEY', '--items', `${ITEMS}`, '--database', database, '--json'],
    ],
    { MY_KEY: KEY, ...PATIENT, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of-the-collector', ...env },
  );

test('rank --model: the command, its phases, its questions and requests, without secrets', async () => {
  const ran = await rank({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, TRACEPARENT: PARENT });
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  expect(ran.stderr).not.toContain('Traces');

  const [command] = traces.named('thetarank rank');
  expect(command).toMatchObject({
    parent: 'b7ad6b7169203331',
    facts: { 'thetarank.command': 'thetarank rank', 'process.exit.code': 0 },
  });
  expect(new Set(traces.spans.map(({ trace }) => trace))).toEqual(new Set([TRACE]));
  for (const phase of ['prepare', 'calibrate', 'ask', 'score'])
    expect(traces.named(phase).map((span) => traces.pathOf(span))).toEqual([
      ['thetarank rank', phase],
    ]);

  const questions = traces.named('question');
  expect(questions).toHaveLength(ITEMS);
  for (const question of questions) {
    expect(traces.pathOf(question)).toEqual(['thetarank rank', 'ask', 'question']);
    expect(question.facts).toMatchObject({
      'gen_ai.request.model': 'tested',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 10,
      'thetarank.outcome': 'answer',
    });
  }
  // One question took two requests.
  const requests = traces.named('request');
  expect(requests).toHaveLength(ITEMS + 1);
  const [first, ...others] = requests.toSorted(
    (a, b) =>
      Number(b.facts['http.response.status_code']) - Number(a.facts['http.response.status_code']),
  );
  expect(first.facts).toMatchObject({
    'http.response.status_code': 503,
    'thetarank.outcome': 'retry',
    'thetarank.retry_reason': 'overload',
  });
  for (const { facts } of others) expect(facts['http.response.status_code']).toBe(200);
  const retried = questions.filter(({ facts }) => facts['thetarank.retries'] === 1);
  expect(retried.map(({ id }) => id)).toEqual([first.parent]);

  const stored = traces.spans.filter(({ name }) => name.startsWith('database '));
  expect(stored.map(({ name }) => name)).toContain('database createRun');
  for (const { facts } of stored)
    expect(Object.keys(facts).sort()).toEqual(['db.operation.name', 'db.system.name']);

  const all = traces.texts.join('\n');
  expect(all).toContain('of-the-collector');
  for (const secret of [KEY, OUTPUT, 'wander', 'Mind sum', host(), database, exam.ids[0], 'known-'])
    expect(all.includes(secret), secret).toBe(false);
});

test('endpoints learn of a trace only if their host is named', async () => {
  expect(headers.length).toBeGreaterThan(0);
  for (const one of headers) expect(one.traceparent).toBeUndefined();
  headers.length = 1;
  await rank({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, THETARANK_TRACE_HOSTS: host() });
  expect(headers.length).toBeGreaterThan(1);
  const sent = new Set(traces.named('request').map(({ trace, id }) => `00-${trace}-${id}-01`));
  for (const { traceparent } of headers.slice(1)) expect(sent).toContain(traceparent);
});

test('a command that fails ends its span with the code of the error, and no message', async () => {
  const before = traces.spans.length;
  const ran = await runCommand(['bank', 'show', 'no-such-bank', '--database', database], {
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, ...PATIENT },
  });
  expect(ran.status).toBe(2);
  const command = traces.spans.slice(before).find(({ parent }) => parent === '');
  expect(command).toMatchObject({
    name: 'thetarank bank show',
    isFailed: true,
    facts: { 'process.exit.code': 2, 'error.type': 'NAME_UNKNOWN' },
  });
  expect(traces.texts.join()).not.toContain('no-such-bank');
});

test.each([
  [{}],
  [{ OTEL_TRACES_SAMPLER: 'always_off', ON: '1' }],
  [
    {
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
      TRACEPARENT: PARENT,
      ON: '1',
    },
  ],
  // A caller that is not sampled.
  [{ TRACEPARENT: `${PARENT.slice(0, -1)}0`, ON: '1' }],
])('no spans with %j', async (env: Record<string, string>) => {
  const before = traces.texts.length;
  const on = env.ON === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url };
  const ran = await runCommand(['bank', 'list', '--database', database], { ...env, ...on });
  expect(ran.status).toBe(0);
  expect(traces.texts).toHaveLength(before);
});

test('--trace sends to a collector on this machine; one that is away costs a line and nothing else', async () => {
  // A short limit, because nothing listens there.
  const ran = await runCommand(['bank', 'list', '--trace', '--database', database], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '100',
  });
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('sums') });
  expect(ran.stderr).toBe('Traces could not be sent: connect ECONNREFUSED 127.0.0.1:1.\n');
});

test.runIf(IS_ALL)('Ctrl+C: the command, its phase and its thread end as interrupted', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, ...PATIENT };
  expect(await interrupt('SIGINT', { ...env, THETARANK_DATABASE: database })).toBe(130);
  const [command] = traces.named('thetarank simulate monte-carlo');
  expect(command.facts).toMatchObject({
    'process.exit.code': 130,
    'thetarank.outcome': 'interrupted',
  });
  const [simulate] = traces.named('simulate');
  expect(simulate.parent).toBe(command.id);
  const [thread] = traces.named('thread').filter(({ parent }) => parent === simulate.id);
  expect(thread.facts['thetarank.outcome']).toBe('interrupted');
  expect(Number(thread.facts['thetarank.tasks'])).toBeGreaterThan(0);
  expect(traces.named('aggregate')).toEqual([]);
});

test('the end of a command does not ask a collector again that refuses', async () => {
  let requests = 0;
  const refusing = createServer((_, response) => {
    requests++;
    response.writeHead(503).end('{}');
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { status, stderr } = await runCommand(['bank', 'list', '--database', database], {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('Traces could not be sent: ')]);
  expect(requests).toBeLessThan(2);
  refusing.close();
});
