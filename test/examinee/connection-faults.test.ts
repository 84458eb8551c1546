import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { connectionFault } from '../../src/examinee/endpoint/failure/connection-fault.ts';
import { checkEndpoint } from '../../src/examinee/endpoint/request/check-endpoint.ts';
import type { EndpointNotice } from '../../src/examinee/services.ts';
import { completion, examineeAt, question, sendJson } from './endpoint-server.ts';
import { CERTIFICATE, KEY } from './self-signed.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const answers: RequestListener = (_, response) => sendJson(response, completion());
const plain = () => portOf(createPlain(answers));
const tls = () => portOf(createTls({ key: KEY, cert: CERTIFICATE }, answers));
const CHECK = { env: {} };

describe('a connection that no retry makes possible', () => {
  const FAULTS: [string, () => Promise<string>, RegExp, string][] = [
    [
      'https to a server without TLS',
      async () => `https://127.0.0.1:${await plain()}/v1`,
      /does not speak TLS/,
      'Write http:// instead of https://',
    ],
    [
      'http to a server with TLS',
      async () => `http://127.0.0.1:${await tls()}/v1`,
      /expects TLS/,
      'Write https:// instead of http://',
    ],
    [
      'a self-signed certificate',
      async () => `https://127.0.0.1:${await tls()}/v1`,
      /certificate of 127\.0\.0\.1:\d+ is not valid, DEPTH_ZERO_SELF_SIGNED_CERT/,
      'set the environment variable NODE_EXTRA_CA_CERTS',
    ],
  ];

  test.each(FAULTS)('%s: one request, and what to do', async (_, address, reason, todo) => {
    const { examinee, waits } = examineeAt({ baseUrl: await address() });
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: {
        reason: expect.stringMatching(reason),
        todo: expect.stringContaining(todo),
        isForAll: true,
        cost: 0,
      },
    });
    expect(examinee.counts.requests).toBe(1);
    expect(waits).toEqual([]);
  });

  test.each(FAULTS)('%s: found by the check', async (_, address, reason, todo) => {
    const own = endpointConfiguration({ name: 'm', model: 'm-1', baseUrl: await address() });
    const checked = checkEndpoint(own, CHECK);
    await expect(checked).rejects.toThrow(reason);
    await expect(checked).rejects.toThrow(todo);
  });

  const coded = (code: string, message = code) =>
    new Error('outer', { cause: Object.assign(new Error(message), { code }) });
  test.each([
    ['ENOTFOUND', 'the host no.such does not resolve', 'Check the host'],
    ['CERT_HAS_EXPIRED', 'not valid, CERT_HAS_EXPIRED', 'Renew the certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'not valid', 'Use the host name that the certificate is for'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not valid', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_REVOKED', 'not valid', 'Use a valid certificate'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'does not speak TLS', 'Write http://'],
  ])('%s', (code, reason, todo) => {
    const fault = connectionFault(coded(code), 'https://no.such/v1')!;
    expect(fault.reason).toContain(reason);
    expect(fault.todo).toContain(todo);
  });

  test.each(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ERR_SSL_BAD_RECORD_MAC'])(
    '%s may pass',
    (code) => {
      expect(connectionFault(coded(code), 'https://no.such/v1')).toBeNull();
    },
  );
});

describe('no server at the address', () => {
  test('before the first answer: two retries, then every question would fail', async () => {
    const { examinee, waits } = examineeAt({ baseUrl: 'http://127.0.0.1:1/v1' });
    await expect(examinee.ask(question())).rejects.toMatchObject({
      details: { isForAll: true, reason: '3 requests, the last one: ECONNREFUSED' },
    });
    expect(waits).toHaveLength(2);
  });

  test('after an answer the server may be restarting: all retries', async () => {
    const rest = { hasAnswered: true };
    const { examinee, waits } = examineeAt({ baseUrl: 'http://127.0.0.1:1/v1' }, {}, rest);
    await expect(examinee.ask(question())).rejects.toMatchObject({ details: { isForAll: false } });
    expect(waits).toHaveLength(6);
  });
});

test('a server that breaks connections without TLS is asked again', async () => {
  let n = 0;
  const port = await portOf(
    createPlain((request, response) =>
      n++ === 0 ? request.socket.destroy() : answers(request, response),
    ),
  );
  const { examinee } = examineeAt({ baseUrl: `http://127.0.0.1:${port}/v1` });
  expect(await examinee.ask(question())).toMatchObject({ attempts: 2 });
});

test('notices: what is sent, what comes of it, and which retry follows when', async () => {
  let n = 0;
  const port = await portOf(
    createPlain((request, response) =>
      n++ === 0
        ? sendJson(response, { error: { message: 'worker\ndied' } }, 500)
        : answers(request, response),
    ),
  );
  const notices: EndpointNotice[] = [];
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const rest = { notice: (notice: EndpointNotice) => notices.push(notice) };
  const { examinee, waits } = examineeAt({ baseUrl }, { timeoutSeconds: 300 }, rest);
  await examinee.ask(question());
  const of = { examinee: 'm', baseUrl };
  expect(notices).toEqual([
    { ...of, kind: 'sent', timeoutSeconds: 300 },
    { ...of, kind: 'over', isAnswered: false },
    {
      ...of,
      kind: 'retry',
      reason: 'server',
      detail: 'HTTP 500: worker died',
      todo: 'Try again later, lower concurrency, or raise retries.',
      retry: 1,
      of: 6,
      wait: waits[0],
    },
    { ...of, kind: 'sent', timeoutSeconds: 300 },
    { ...of, kind: 'over', isAnswered: true },
  ]);
});
