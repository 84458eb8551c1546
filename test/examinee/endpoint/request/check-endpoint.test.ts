import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { endpointConfiguration } from '../../../../src/examinee/endpoint/configuration/configuration.ts';
import { checkEndpoint } from '../../../../src/examinee/endpoint/request/check-endpoint.ts';

const asked: { url: string | undefined; key: string | undefined }[] = [];
let reply: { status: number; body: string } = { status: 200, body: '' };
const server = createServer((request, response) => {
  asked.push({ url: request.url, key: request.headers.authorization });
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.close();
});
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

const check = (own: object = {}) =>
  checkEndpoint(endpointConfiguration({ name: 'm', model: 'my-model', baseUrl, ...own }), {
    env: { MY_KEY: 'secret-of-mine' },
  });

test('a model that is listed is fine, and the key goes along', async () => {
  reply = { status: 200, body: JSON.stringify({ data: [{ id: 'my-model' }, { id: 'other' }] }) };
  expect(await check({ keyVariable: 'MY_KEY' })).toEqual({
    isListed: true,
    text: `m: ${baseUrl} answers and lists the model "my-model".`,
  });
  expect(asked.at(-1)).toEqual({ url: '/v1/models', key: 'Bearer secret-of-mine' });
});

test('a missing one is named with similar names', async () => {
  reply = { status: 200, body: JSON.stringify({ data: [{ id: 'org/my-model' }] }) };
  expect(await check()).toEqual({
    isListed: false,
    text: expect.stringContaining('does not list a model "my-model"; similar names: org/my-model'),
  });
});

test('its list is cleaned: keys, control characters and long names', async () => {
  const ids = ['my-model secret-of-mine', 'my-model\u001b[2J', `my-model${'l'.repeat(10_000)}`];
  reply = { status: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) };
  const { text: warning } = await check({ keyVariable: 'MY_KEY' });
  expect(warning).toContain('[key]');
  expect(warning).not.toContain('secret-of-mine');
  expect(warning).not.toContain('\u001b');
  expect(warning.length).toBeLessThan(500);
});

test.each([
  [404, 'not found', 'HTTP 404'],
  [500, '{}', 'HTTP 500'],
  [200, 'no JSON', 'not a list of names'],
  [200, '{"data":[]}', 'not a list of names'],
  [200, '{"data":[{"id":5}]}', 'not a list of names'],
])(
  'an endpoint without a list (%i, %s) is fine, and what was not checked is said',
  async (status, body, why) => {
    reply = { status, body };
    expect(await check({ keyVariable: 'MY_KEY' })).toEqual({
      isListed: null,
      text: `m: ${baseUrl} gave no list of models (${why}), so only the first question shows whether it accepts API key and name of the model.`,
      ...(status >= 500 && {
        failure: expect.objectContaining({ reason: `HTTP ${status} at ${baseUrl}/models` }),
      }),
    });
  },
);

test('a key that is refused, or missing, is an error that does not tell it', async () => {
  reply = { status: 401, body: '{"error":{"message":"secret-of-mine is wrong"}}' };
  const refused = await check({ keyVariable: 'MY_KEY' }).catch((error) => error);
  expect(refused).toMatchObject({ code: 'EXAMINEE_FAILED' });
  expect(refused.message).toContain('refuses the API key in MY_KEY');
  expect(refused.message).not.toContain('secret-of-mine');
  await expect(check()).rejects.toThrow('with keyVariable');
  await expect(check({ keyVariable: 'NOT_SET' })).rejects.toMatchObject({ code: 'KEY_MISSING' });
});

test('nobody at the address is an error at once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  await expect(check({ baseUrl: `http://127.0.0.1:${port}/v1` })).rejects.toMatchObject({
    code: 'EXAMINEE_FAILED',
    details: { reason: expect.stringMatching(/^ECONNREFUSED at http:\/\/127\.0\.0\.1:\d+\/v1$/) },
  });
});

test('a server that says nothing: a run may ask it, and a dry run has what to do', async () => {
  const silent = createServer((request) => {
    if (request.url === '/broken/models') request.socket.destroy();
    else late.abort();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const late = new AbortController();
  // The ten seconds are over when the request has arrived.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  try {
    for (const [path, why] of [
      ['broken', 'ECONNRESET'],
      ['slow', 'no answer within 10 seconds'],
    ])
      expect(await check({ baseUrl: `${address}/${path}` })).toEqual({
        isListed: null,
        text: `m: ${address}/${path} gave no list of models (${why}), so only the first question shows whether it accepts the name of the model.`,
        failure: {
          reason: `${why} at ${address}/${path}/models`,
          todo: 'Check the address, and that the endpoint is running. If it only has no list of models, start without --dry-run.',
        },
      });
    expect(limit).toHaveBeenCalledWith(10_000);
  } finally {
    limit.mockRestore();
    silent.close();
    silent.closeAllConnections();
  }
});
