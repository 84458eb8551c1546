import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { holdPort } from '../../../src/workflow/watch/hold-port.ts';

test('a port is held by one at a time, and a server can listen there meanwhile', async () => {
  const probe = createSocket('udp4').bind(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  expect(await holdPort(port)).toBeNull();
  probe.close();
  await once(probe, 'close');

  const release = await holdPort(port);
  expect(release).not.toBeNull();
  expect(await holdPort(port)).toBeNull();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await release!();
  await (await holdPort(port))!();
});
