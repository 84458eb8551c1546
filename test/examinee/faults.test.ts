import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { EndpointExaminee } from '../../src/examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../src/examinee/services.ts';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';
import { FakeClock } from './fake-clock.ts';

let endpoint: Endpoint;
const serve = async (answer: Answering) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => endpoint?.close());

/** The fault first, then an answer. */
const once =
  (fault: Answering): Answering =>
  (response, n, received) =>
    n === 0 ? fault(response, n, received) : sendJson(response, completion());

describe('worth another request', () => {
  const status =
    (code: number): Answering =>
    (response) =>
      sendJson(response, { error: { message: 'no' } }, code);
  const FAULTS: [string, string, Answering][] = [
    ['408', 'busy', status(408)],
    ['409', 'busy', status(409)],
    ['425', 'busy', status(425)],
    ['429', 'rate-limit', status(429)],
    ['500', 'server', status(500)],
    ['502 with a page', 'server', (r) => r.writeHead(502).end('<html>Bad gateway</html>')],
    ['503', 'overload', status(503)],
    ['504', 'server', status(504)],
    ['529', 'overload', status(529)],
    ['a connection that breaks', 'cut', (r) => r.destroy()],
    [
      'a body that ends early',
      'cut',
      (r) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
        r.write('{"choices":');
        setTimeout(() => r.destroy(), 20);
      },
    ],
    ['not JSON', 'garbage', (r) => sendJson(r, '{"choices": [')],
    ['not JSON, and not called so', 'garbage', (r) => r.writeHead(200).end('hello')],
    ['an empty body', 'garbage', (r) => r.writeHead(200).end()],
    ['no content', 'garbage', (r) => r.writeHead(204).end()],
    ['null', 'garbage', (r) => sendJson(r, 'null')],
    [
      'gzip that ends early',
      'cut',
      (r) =>
        r
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(completion())).subarray(0, -12)),
    ],
    [
      'JSON that is called gzip',
      'garbage',
      (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(JSON.stringify(completion())),
    ],
    [
      'JSON that is called brotli',
      'garbage',
      (r) => r.writeHead(200, { 'content-encoding': 'br' }).end(JSON.stringify(completion())),
    ],
    ['no choices', 'garbage', (r) => sendJson(r, {})],
    ['empty choices', 'garbage', (r) => sendJson(r, { choices: [] })],
    ['no message', 'garbage', (r) => sendJson(r, { choices: [{ finish_reason: 'stop' }] })],
    ['content that is a number', 'garbage', (r) => sendJson(r, completion({ content: 7 }))],
    ['an error with status 200', 'garbage', (r) => sendJson(r, { error: 'worker died' })],
    [
      'a status within an error with status 200',
      'rate-limit',
      (r) => sendJson(r, { error: { code: 429, message: 'slow down' } }),
    ],
  ];
  test.each(FAULTS)('%s, as %s', async (_, reason, fault) => {
    const { examinee, waits, events } = examineeAt(await serve(once(fault)));
    const reply = await examinee.ask(question());
    expect(reply).toMatchObject({ output: 'The answer is (A).', attempts: 2, refused: null });
    const counted = Object.entries(examinee.counts.retries).filter(([, count]) => count > 0);
    expect(counted).toEqual([[reason, 1]]);
    expect(waits).toHaveLength(1);
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ['retry', reason],
      ['answered', undefined],
    ]);
  });

  test('no other request is made, or told of, once asking has been stopped', async () => {
    const stop = new AbortController();
    const stopping: Answering = (response) => {
      stop.abort();
      sendJson(response, {}, 500);
    };
    const { examinee, events } = examineeAt(await serve(stopping));
    const asking = examinee.ask(question(), undefined, stop.signal);
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
    expect(events).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
  });

  test('nobody listens', async () => {
    const { baseUrl } = await serve(() => {});
    endpoint.close();
    const { examinee } = examineeAt({ baseUrl }, { retries: 2 });
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { examinee: 'm', reason: '3 requests, the last one: ECONNREFUSED', isForAll: false },
    });
    expect(examinee.counts).toMatchObject({ requests: 3, failed: 1, answered: 0 });
  });

  test.each([
    ['no head', () => {}],
    [
      'half a body',
      (r) => r.writeHead(200, { 'content-type': 'application/json' }).write('{"choices'),
    ],
    [
      'half a stream',
      (r) =>
        r
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n'),
    ],
  ] satisfies [string, Answering][])('too slow: %s in time', async (_, fault) => {
    const clock = { now: SYSTEM_CLOCK.now, sleep: SYSTEM_CLOCK.sleep };
    const { examinee } = examineeAt(await serve(fault), { retries: 0, timeoutSeconds: 0.2 }, clock);
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringContaining('within 0.2 seconds'),
        todo: expect.stringContaining('timeoutSeconds'),
      },
    });
    expect(examinee.counts.retries.timeout).toBe(1);
  });
});

describe('the wait before a retry', () => {
  test.each([
    ['retry-after-ms', '1500', 1500],
    ['retry-after', '7', 7000],
    ['retry-after', '0.5', 500],
    ['retry-after', 'Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ])('%s: %s is %i milliseconds, and up to a second more', async (name, value, least) => {
    const busy: Answering = (r) => sendJson(r, {}, 429, { [name]: value });
    const { examinee, waits } = examineeAt(await serve(once(busy)));
    await examinee.ask(question());
    // The gate waits as well, but no longer than the question.
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThan(least + 1000);
  });

  test('grows, is not the same for two questions, and does not depend on their order', async () => {
    const run = async (items: string[]) => {
      const { baseUrl } = await serve((r) => sendJson(r, {}, 500));
      const found: Record<string, number[]> = {};
      for (const item of items) {
        const { examinee, waits } = examineeAt({ baseUrl }, { retries: 8 });
        await examinee.ask(question(item)).catch(() => {});
        found[item] = waits;
      }
      endpoint.close();
      return found;
    };
    const found = await run(['a', 'b']);
    expect(await run(['b', 'a'])).toEqual(found);
    expect(found.a).not.toEqual(found.b);
    expect(found.a).toHaveLength(8);
    for (const waits of Object.values(found))
      waits.forEach((wait, k) => {
        expect(wait).toBeLessThan(Math.min(60_000, 1000 * 2 ** k));
      });
    expect(Math.max(...found.a)).toBeGreaterThan(4000);
  });

  test('of more than ten minutes is not waited for', async () => {
    const busy: Answering = (r) => sendJson(r, {}, 429, { 'retry-after': '3600' });
    const { examinee } = examineeAt(await serve(busy));
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringContaining('3600 seconds'),
        todo: expect.stringContaining('requestsPerMinute'),
      },
    });
    expect(endpoint.received).toHaveLength(1);
  });
});

describe('no use to try again', () => {
  test.each([
    [401, {}, 'HTTP 401', 'Check the API key'],
    [402, {}, 'HTTP 402', 'Add credit at the provider'],
    [403, {}, 'HTTP 403', 'Ask the provider for access'],
    [404, { code: 'model_not_found' }, 'HTTP 404, model_not_found', 'Check the name of the model'],
    [405, {}, 'HTTP 405', 'Check the address'],
    [400, { param: 'temperature' }, 'HTTP 400', 'Change temperature in the configuration'],
    [400, { code: 'unsupported_parameter', param: 'foo' }, 'HTTP 400', 'Change foo'],
    [
      429,
      { code: 'insufficient_quota' },
      'HTTP 429, insufficient_quota',
      'Add credit at the provider',
    ],
  ])('%i %j fails', async (status, error, reason, todo) => {
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, { error: { message: 'sorry', ...error } }, status)),
    );
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      message: expect.stringMatching(
        new RegExp(`^model m did not answer \\(${reason}.*: sorry\\)\\. ${todo}`),
      ),
    });
    expect(endpoint.received).toHaveLength(1);
  });

  test.each([
    [400, { code: 'context_length_exceeded', param: 'messages' }],
    [413, {}],
    [422, { code: 'context_length_exceeded' }],
    [403, { code: 'content_filter' }],
  ])('%i %j refuses this question, and is a reply', async (status, error) => {
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, { error: { message: 'too long', ...error } }, status)),
    );
    const reply = await examinee.ask(question());
    expect(reply).toMatchObject({ output: '', attempts: 1, cost: 0, cached: false });
    expect(reply.refused).toContain(`HTTP ${status}`);
    expect(reply.refused).toContain('too long');
    expect(examinee.counts).toMatchObject({ refused: 1, answered: 1, failed: 0 });
  });

  test('a response without end fails, and does not fill the memory', async () => {
    const chunk = 'x'.repeat(2 ** 20);
    let isOpen = true;
    const endless: Answering = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('close', () => {
        isOpen = false;
      });
      const more = () => isOpen && response.write(chunk, more);
      more();
    };
    const { examinee } = examineeAt(await serve(endless));
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: 'a response of more than 16 MiB' },
    });
    await expect.poll(() => isOpen).toBe(false);
  });

  test('nor does a small one that unpacks to much', async () => {
    const packed = gzipSync(Buffer.alloc(18 * 2 ** 20, 'x'));
    for (const type of ['application/json', 'text/event-stream']) {
      const { examinee } = examineeAt(
        await serve((response) => {
          response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed);
        }),
      );
      await expect(examinee.ask(question())).rejects.toMatchObject({
        code: 'EXAMINEE_FAILED',
        details: { reason: 'a response of more than 16 MiB' },
      });
      endpoint.close();
    }
  });

  test('nor does a stream, nor an error', async () => {
    const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(2 ** 18) } }] })}\n\n`;
    const endless =
      (status: number): Answering =>
      (response) => {
        response.writeHead(status, { 'content-type': 'text/event-stream' });
        const more = () => !response.destroyed && response.write(chunk, more);
        more();
      };
    const { examinee } = examineeAt(await serve(endless(200)));
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: 'a response of more than 16 MiB' },
    });
    endpoint.close();
    const other = examineeAt(await serve(endless(400))).examinee;
    await expect(other.ask(question())).rejects.toThrow('HTTP 400');
  });
});

describe('a model that has never answered', () => {
  /** Asks that many questions at once. */
  const askAll = (examinee: EndpointExaminee, questions: number) =>
    Promise.allSettled(
      Array.from({ length: questions }, (_, k) => examinee.ask(question(`q${k}`))),
    );
  const failuresOf = (ended: PromiseSettledResult<unknown>[]) =>
    ended.map((one) => (one.status === 'rejected' ? one.reason : one.value));
  /** Asks the others to wait for four minutes; the gate of these tests has a clock of its own, so one question is not held. */
  const slow: Answering = (response, _, { body }) =>
    sendJson(
      response,
      {},
      500,
      body.messages[0].content.includes('q0') ? {} : { 'retry-after': '240' },
    );

  test('is given up for all questions in flight as soon as one has used up its retries', async () => {
    const clock = new FakeClock();
    const { examinee } = examineeAt(await serve(slow), { retries: 2 }, clock);
    const asking = askAll(examinee, 3);
    let isOver = false;
    void asking.then(() => {
      isOver = true;
    });
    await expect.poll(() => examinee.counts.retries.server).toBe(3);
    const began = clock.now();
    await expect.poll(() => clock.advance(250).then(() => isOver), { interval: 5 }).toBe(true);
    // The others would have waited for minutes.
    expect(clock.now() - began).toBeLessThan(240_000);
    for (const failure of failuresOf(await asking)) {
      expect(failure.message).toMatch(
        /^model m did not answer \(none of \d+ requests was answered, the last one: HTTP 500\)\. Look at the log of the server, and check that it has loaded the model\.$/,
      );
      expect(failure.details.isForAll).toBe(true);
    }
    expect(examinee.counts).toMatchObject({ asked: 3, failed: 3, answered: 0 });
  });

  test('gets all retries again from the next question on', async () => {
    let isWell = false;
    const failing: Answering = (r) => (isWell ? sendJson(r, completion()) : sendJson(r, {}, 500));
    const { examinee } = examineeAt(await serve(failing), { retries: 1 });
    await askAll(examinee, 4);
    const before = endpoint.received.length;
    await expect(examinee.ask(question('again'))).rejects.toThrow('did not answer');
    expect(endpoint.received).toHaveLength(before + 2);
    isWell = true;
    expect(await examinee.ask(question('well'))).toMatchObject({ attempts: 1 });
  });

  test('is not given up for one question, or after an answer', async () => {
    const failing: Answering = (r, n) =>
      n === 2 ? sendJson(r, completion()) : sendJson(r, {}, 500);
    const { examinee } = examineeAt(await serve(failing), { retries: 1 });
    for (const item of ['q0', 'answered', 'q1', 'q2', 'q3']) {
      const asked = await examinee.ask(question(item)).catch((error) => error);
      if (item === 'answered') expect(asked).toMatchObject({ attempts: 1 });
      else expect(asked.details).toMatchObject({ isForAll: false });
    }
  });
});

describe('an HTML page instead of an answer', () => {
  const page: Answering = (r) => r.writeHead(200).end('\n<!DOCTYPE html><title>Chat</title>');

  test.each([
    ['', 'The address probably lacks /v1 at its end.'],
    ['/v1', 'Check the address: it leads to a web page, perhaps to a login,'],
    ['/api/v3', 'Check the address: it leads to a web page, perhaps to a login,'],
  ])(
    'before the first answer, at an address that ends in "%s": an error after two retries',
    async (end, todo) => {
      const host = (await serve(page)).baseUrl.replace(/\/v1$/, '');
      const { examinee, waits } = examineeAt({ baseUrl: `${host}${end}` });
      const failure = await examinee.ask(question()).catch((error) => error);
      expect(failure.message).toContain(
        `model m did not answer (3 requests, the last one: not JSON but an HTML page). ${todo}`,
      );
      expect(failure.details).toMatchObject({ isForAll: true });
      expect([endpoint.received.length, waits.length]).toEqual([3, 2]);
    },
  );

  test('once, before the first answer: worth another request', async () => {
    const later: Answering = (r, n, received) =>
      n === 0 ? page(r, n, received) : sendJson(r, completion());
    const { examinee } = examineeAt(await serve(later));
    expect(await examinee.ask(question())).toMatchObject({ attempts: 2 });
  });

  test.each([
    ['of this process', {}, [0]],
    ['of an earlier one', { hasAnswered: true }, []],
  ])('after an answer %s: all retries', async (_, services, answered: number[]) => {
    let pages = 0;
    const later: Answering = (r, n, received) =>
      answered.includes(n) || pages++ > 3 ? sendJson(r, completion()) : page(r, n, received);
    const { examinee } = examineeAt(await serve(later), {}, services);
    for (const _ of answered) await examinee.ask(question('before'));
    expect(await examinee.ask(question())).toMatchObject({ attempts: 5 });
  });
});
