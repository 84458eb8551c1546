import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { dropUnreadBodies, type UnreadLimits } from '../../../src/server/http/unread-bodies.ts';

const MB = 2 ** 20;
let app: FastifyInstance;
afterEach(() => app.close());

/** An app that refuses every body before it is read, as for a wrong type or a missing key. */
async function refusing(limits: UnreadLimits): Promise<number> {
  app = Fastify();
  dropUnreadBodies(app, limits);
  app.addHook('onRequest', (_request, reply) =>
    reply.code(415).header('connection', 'close').send('refused'),
  );
  app.post('/', () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Sends all of its body before it looks for a reply, as many programs do. @returns the first line of the reply */
async function sendAll(port: number, megabytes: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const failed = once(socket, 'error').then(([error]) => String(error.code));
  const sent = (async () => {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${megabytes * MB}\r\n\r\n`);
    for (let i = 0; i < megabytes; i++)
      if (!socket.write(Buffer.alloc(MB))) await once(socket, 'drain');
    const [reply] = await once(socket, 'data');
    return String(reply).split('\r\n', 1)[0];
  })();
  sent.catch(() => {});
  const first = await Promise.race([sent, failed]);
  socket.destroy();
  return first;
}

test('a client that sends everything first gets the reply that was there before', async () => {
  const port = await refusing({ bytes: 64 * MB, seconds: 60 });
  expect(await sendAll(port, 32)).toBe('HTTP/1.1 415 Unsupported Media Type');
});

test('no more is read than the bound', async () => {
  const port = await refusing({ bytes: 2 * MB, seconds: 60 });
  const sent = request({ port, method: 'POST' });
  sent.on('error', () => {});
  let written = 0;
  sent.on('drain', () => {
    while (written++ < 10_000 && sent.write(Buffer.alloc(MB)));
  });
  sent.write(Buffer.alloc(MB));
  await new Promise((resolve) => sent.once('close', resolve));
  expect(written).toBeLessThan(10_000);
});

test('a body that never ends is waited for no longer than the bound', async () => {
  const port = await refusing({ bytes: MB, seconds: 0.05 });
  const sent = request({ port, method: 'POST' });
  sent.on('error', () => {});
  sent.write('a');
  await once(sent, 'close');
});

test('closing does not wait for bodies that are dropped', async () => {
  const port = await refusing({ bytes: MB, seconds: 600 });
  const sent = request({ port, method: 'POST' });
  sent.on('error', () => {});
  sent.write('a');
  await once(sent, 'response');
  await app.close();
});
