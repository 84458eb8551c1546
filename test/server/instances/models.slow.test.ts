import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import type { TestService } from '../service.ts';
import { addBank, begin } from '../sessions/session-case.ts';
import { twoServices } from './two-services.ts';

/** In ms: of a lease, and of an answer of the model. */
const LEASE = 2_000;
const endpoint = { wait: 20, asked: 0 };
const server = createServer((_, response) => {
  endpoint.asked++;
  const message = { role: 'assistant', content: 'The answer is (A).' };
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  const choices = [{ index: 0, finish_reason: 'stop', message }];
  setTimeout(
    () =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ choices, usage })),
    endpoint.wait,
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const model = endpointConfiguration({
  ...{ name: 'served', baseUrl: `http://${host}/v1`, model: 'org/served' },
  sampling: { maxTokens: 50 },
});
const both = await twoServices({
  lease: LEASE,
  configuration: { models: [model], allowedHosts: [host] },
});

describe.skipIf(both === null)('the model of a session at several instances', () => {
  let key: string;
  beforeAll(async () => {
    await addBank(both!.a.parts.context.store);
    key = await both!.a.key('runner');
  });
  const start = (service: TestService, request = {}) =>
    begin(service, key, { model: 'served', lag: 3, items: 20, ...request });
  const session = async (service: TestService, id: string) =>
    (await service.ask('GET', `/v1/sessions/${id}`, key)).body;
  const finished = (service: TestService, id: string) =>
    expect.poll(async () => (await session(service, id)).state).toBe('finished');

  test('is asked by one of them, each question once', async () => {
    const before = endpoint.asked;
    const ids = await Promise.all([both!.a, both!.b, both!.a].map((one) => start(one)));
    for (const id of ids) await finished(both!.b, id);
    expect(endpoint.asked - before).toBe(60);
    // Its lease is given back, and does not stay for ever.
    const names = ids.map((id) => `session/${id}`);
    await expect.poll(() => both!.a.parts.context.instance!.free(names)).toEqual(names);
  });

  test('is held by a pause at the other one, and asked on after its end', async () => {
    const id = await start(both!.a);
    await expect.poll(async () => (await session(both!.b, id)).answered).toBeGreaterThan(2);
    await both!.b.ask('POST', `/v1/sessions/${id}/pause`, key);
    // What is in flight ends.
    await sleep(10 * endpoint.wait);
    const { asked } = endpoint;
    await sleep(10 * endpoint.wait);
    expect(endpoint.asked).toBe(asked);
    await both!.b.ask('POST', `/v1/sessions/${id}/resume`, key);
    await finished(both!.a, id);
  });

  test('is asked on by another one as soon as the first ends in order, each question once', async () => {
    const before = endpoint.asked;
    const third = await both!.another();
    const id = await start(third);
    await expect.poll(async () => (await session(third, id)).answered).toBeGreaterThan(2);
    await third.close();
    await finished(both!.a, id);
    expect(endpoint.asked - before).toBe(20);
  });

  test('is asked on by another one once the lease of a killed one has lapsed', async () => {
    const { store } = both!.a.parts.context;
    const third = await both!.another();
    endpoint.wait = 200;
    const id = await start(third);
    const address = new URL(store.location);
    address.password = encodeURIComponent(both!.server.password);
    const direct = new Client(address.href);
    await direct.connect();
    // As of a process that was killed: the lease is of another one, which is silent from now on.
    const now = 'extract(epoch from clock_timestamp())';
    await direct.query(`insert into instances values ('killed', 'host', 7, '1', ${now}, ${now})`);
    await direct.query(`update leases set instance = 'killed' where name = $1`, [`session/${id}`]);
    await direct.end();
    await third.close();
    endpoint.wait = 20;
    const { answered } = await session(both!.b, id);
    expect(answered).toBeLessThan(20);
    await finished(both!.b, id);
  });
});
