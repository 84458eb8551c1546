import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceClient } from '../../src/client/service-client.ts';

const REPLY = z.object({ ok: z.boolean() });
type Step = Response | Error;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const network = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: { code, message: code } });
const PROBLEM = {
  type: '/errors#X',
  title: 'X',
  status: 409,
  code: 'SESSION_PAUSED',
  detail: 'It is paused.',
};

/** A client whose requests are answered by the steps, one after another. */
function clientOf(...steps: Step[]) {
  const sent: { url: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const client = serviceClient({
    url: 'http://service.test/',
    key: 'secret',
    async send(url, init) {
      sent.push({ url: String(url), init: init! });
      const step = steps[Math.min(sent.length, steps.length) - 1];
      if (step instanceof Error) throw step;
      return step.clone();
    },
    clock: {
      now: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  });
  return { client, sent, waits };
}

describe('the client of a service', () => {
  test('sends its key to the service alone, follows no redirect, and reads what comes by the contract', async () => {
    const { client, sent } = clientOf(json({ ok: true, more: 1 }));
    expect(await client.get('/v1/x', REPLY, { a: 'b c' })).toEqual({ ok: true });
    expect(sent[0].url).toBe('http://service.test/v1/x?a=b+c');
    expect(sent[0].init).toMatchObject({
      redirect: 'error',
      headers: { authorization: 'Bearer secret' },
    });
    await expect(clientOf(json({ no: 1 })).client.get('/v1/x', REPLY)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      details: { reason: expect.stringContaining('unexpected form at ok'), attempts: 1 },
    });
  });

  test('waits as long as it is told, and tries again', async () => {
    const { client, sent, waits } = clientOf(
      json(PROBLEM, 429, { 'retry-after': '7' }),
      network('ECONNRESET'),
      json({ ok: true }),
    );
    expect(await client.get('/v1/x', REPLY)).toEqual({ ok: true });
    expect(sent).toHaveLength(3);
    expect(waits).toEqual([7000, 1000]);
  });

  test('repeats a request that may have arrived only if that is harmless', async () => {
    const lost = clientOf(network('ECONNRESET'), json({ ok: true }));
    await expect(lost.client.post('/v1/x', {}, REPLY, false)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      details: { reason: 'ECONNRESET', attempts: 1 },
    });
    expect(lost.sent).toHaveLength(1);
    const repeated = clientOf(network('ECONNRESET'), json({ ok: true }));
    expect(await repeated.client.post('/v1/x', {}, REPLY, true)).toEqual({ ok: true });
    // Nothing was sent: nothing can have been done.
    const unsent = clientOf(network('ECONNREFUSED'), json({ ok: true }));
    expect(await unsent.client.post('/v1/x', {}, REPLY, false)).toEqual({ ok: true });
  });

  test('repeats the message of the service, and gives up in the end', async () => {
    const refused = clientOf(json(PROBLEM, 409));
    await expect(refused.client.get('/v1/x', REPLY)).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      details: { status: 409, code: 'SESSION_PAUSED', detail: 'It is paused.' },
    });
    expect(refused.sent).toHaveLength(1);
    const gone = clientOf(network('ECONNREFUSED'));
    await expect(gone.client.get('/v1/x', REPLY)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      details: { url: 'http://service.test/', reason: 'ECONNREFUSED', attempts: 6 },
    });
    await expect(
      clientOf(new Response('<html>', { status: 404 })).client.get('/v1/x', REPLY),
    ).rejects.toThrow(/another server/);
    await expect(clientOf(new Response('<html>')).client.get('/v1/x', REPLY)).rejects.toThrow(
      /not JSON/,
    );
  });
});
