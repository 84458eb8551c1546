import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examineeAt, question } from './endpoint-server.ts';

const FORBIDDEN = '169.254.169.254';
let resolved: string[] = [];
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (_host: string, _options: unknown, found: (error: null, all: object[]) => void) =>
    found(
      null,
      resolved.map((address) => ({ address, family: 4 })),
    ),
}));

let asked = 0;
const server = createServer((_, response) => {
  asked++;
  response.end('{}');
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => server.close());

test.each([
  [FORBIDDEN, '127.0.0.1'],
  ['127.0.0.1', FORBIDDEN],
])(
  'a name with the addresses %s and %s, one of them forbidden: nothing is sent',
  async (...addresses) => {
    resolved = addresses;
    const { examinee } = examineeAt(
      { baseUrl: `http://two.example:${(server.address() as AddressInfo).port}/v1` },
      {},
      { isForbidden: (address) => address === FORBIDDEN },
    );
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: expect.stringContaining('two.example'), isForAll: true },
    });
    expect(asked).toBe(0);
  },
);
