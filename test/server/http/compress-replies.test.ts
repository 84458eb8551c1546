import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedCoding } from '../../../src/server/http/compress-replies.ts';
import { type Route, route } from '../../../src/server/route.ts';
import { serviceForTest } from '../service.ts';

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5, br;q=0', 'gzip'],
  ['br; q=0.0, *', 'gzip'],
  ['*;q=0', null],
  ['gzip;q=x', null],
] as const)('of "%s" %s is taken', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding);
});

const LONG = '模型 '.repeat(20_000);
const routes = (): Route[] =>
  [
    ['/long', LONG],
    ['/short', 'short'],
  ].map(([url, body]) =>
    route({
      ...{ method: 'GET' as const, url, tag: 'Test', summary: url, roles: 'anyone' as const },
      ...{ reply: null, types: ['text/plain'] },
      handle({ reply }) {
        reply.header('etag', '"tag"');
        return { type: 'text/plain; charset=utf-8', body };
      },
    }),
  );

test('large replies are compressed for clients that take it; others are sent as they are', async () => {
  const { app } = await serviceForTest({ routes });
  const get = (url: string, encoding: string) =>
    app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await get('/long', coding);
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(rawPayload.length),
      vary: 'accept-encoding',
      etag: 'W/"tag"',
    });
    expect(rawPayload.length).toBeLessThan(1000);
    expect(unpack(rawPayload).toString()).toBe(LONG);
  }
  const whole = await get('/long', 'identity');
  expect(whole.body).toBe(LONG);
  expect(whole.headers).toMatchObject({ vary: 'accept-encoding', etag: '"tag"' });
  expect(whole.headers).not.toHaveProperty('content-encoding');
  const short = await get('/short', 'gzip');
  expect(short.body).toBe('short');
  expect(short.headers).not.toHaveProperty('content-encoding');
  expect(short.headers).not.toHaveProperty('vary');
});
