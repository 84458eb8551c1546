import { afterEach, describe, expect, test } from 'vitest';
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
    await expect(examinee.ask(question())).rejects.toThrow(
      'model m did not answer (3 requests, the last one: ECONNREFUSED). Check that the endpoint is running, its address and the network.',
    );
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
    await expect(examinee.ask(question())).rejects.toThrow(
      'did not answer (1 request, the last one: no complete answer within 0.2 seconds). Raise timeoutSeconds',
    );
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
    await expect(examinee.ask(question())).rejects.toThrow(
      'did not answer (HTTP 429; it asks to wait 3600 seconds). Lower requestsPerMinute',
    );
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
    await expect(examinee.ask(question())).rejects.toThrow('a response of more than 16 MiB');
    await expect.poll(() => isOpen).toBe(false);
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
    await expect(examinee.ask(question())).rejects.toThrow('a response of more than 16 MiB');
    endpoint.close();
    const other = examineeAt(await serve(endless(400))).examinee;
    await expect(other.ask(question())).rejects.toThrow('HTTP 400');
  });
});
