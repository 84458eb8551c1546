import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examineeAt, question } from './endpoint-server.ts';

let resolved: string[] = [];
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (_host: string, _options: unknown, found: (error: null, all: object[]) => void) =>
    found(
      null,
      resolved.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
}));

let asked = 0;
const server = createServer((_, response) => {
  asked++;
  response.end('{}');
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => server.close());

const ask = () => {
  const { port } = server.address() as AddressInfo;
  return examineeAt({ baseUrl: `http://two.example:${port}/v1` }, {}, {}).examinee.ask(question());
};

test.each([
  ['169.254.169.254'],
  ['::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe'],
  ['2002:a9fe:a9fe::1', 'fd00:ec2::254', 'fe80::a9fe:a9fe%eth0'],
])('a name that resolves to metadata of a cloud, %s: nothing is sent', async (...addresses) => {
  resolved = addresses;
  await expect(ask()).rejects.toMatchObject({
    code: 'EXAMINEE_FAILED',
    details: { reason: expect.stringContaining('two.example'), isForAll: true },
  });
  expect(asked).toBe(0);
});

test('of several addresses of a name those of metadata are left out', async () => {
  resolved = ['fe80::1%en0', '169.254.169.254', '127.0.0.1'];
  await ask().catch(() => {});
  expect(asked).toBeGreaterThan(0);
});
