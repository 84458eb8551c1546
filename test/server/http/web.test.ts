import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveWeb } from '../../../src/server/http/web.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-web-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function get(index: string, url: string) {
  const app = Fastify();
  await serveWeb(app, index);
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
  await app.close();
  return { statusCode, headers, body };
}

test('the dashboard is served with what browsers may keep of it, and nothing beside its folder', async () => {
  const root = join(folder, 'web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  const index = join(root, 'index.html');
  writeFileSync(index, '<!doctype html>');
  writeFileSync(join(root, 'assets', 'index-1a2b.js'), 'x');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  for (const url of ['/', '/index.html'])
    expect(await get(index, url)).toMatchObject({
      statusCode: 200,
      body: '<!doctype html>',
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("script-src 'self';"),
      },
    });
  expect(await get(index, '/assets/index-1a2b.js')).toMatchObject({
    statusCode: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
  for (const url of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt'])
    expect((await get(index, url)).body).not.toBe('secret');
});

test('if the dashboard is not built, a text says how to build it', async () => {
  const { statusCode, headers, body } = await get(join(folder, 'nowhere', 'index.html'), '/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toContain('npm run build:web');
});

test('during a rebuild, before the first page exists, the answer says so', async () => {
  const root = join(folder, 'half');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'assets', 'index-1a2b.js'), 'x');
  expect((await get(join(root, 'index.html'), '/')).body).toContain('npm run build:web');
});
