import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyText } from '../../../src/server/keys/key-text.ts';
import { waitingForLocks } from '../../store/rows-of.ts';
import { type TestService, testService } from '../service.ts';
import { twoServices } from './two-services.ts';

const PER_MINUTE = 240;
const both = await twoServices({ configuration: { refusalsPerMinute: 30 } });

describe.skipIf(both === null)('several instances', () => {
  test('list each other, and each says which one it is', async () => {
    const key = await both!.a.key('administrator');
    const own = async (service: TestService) => {
      const { body } = await service.ask('GET', '/ready');
      expect((await service.ask('GET', '/health')).body).toEqual(body);
      return body.instance as string;
    };
    const ids = [await own(both!.a), await own(both!.b)];
    const { body } = await both!.b.ask('GET', '/v1/instances', key);
    expect(body.items).toMatchObject([
      { id: ids[0], pid: process.pid, version: '0.0.0-test', isAlive: true, isThis: false },
      { id: ids[1], isAlive: true, isThis: true },
    ]);
    const viewer = await both!.a.key('viewer');
    expect((await both!.a.ask('GET', '/v1/instances', viewer)).status).toBe(403);
  });

  test('a key that is revoked at one is refused by the other at once', async () => {
    const administrator = await both!.a.key('administrator');
    const { body: made } = await both!.a.ask('POST', '/v1/keys', administrator, {
      role: 'viewer',
      name: 'v',
    });
    const status = async () => (await both!.b.ask('GET', '/v1/me', made.key)).status;
    expect(await status()).toBe(200);
    await both!.a.ask('DELETE', `/v1/keys/${made.id}`, administrator);
    // Its clock stands still: without a notice it would remember the key for ever.
    await expect.poll(status, { interval: 10 }).toBe(401);
  });

  test('looks up keys again after notices may have been lost', async () => {
    const { keys, context } = both!.a.parts;
    const text = await both!.a.key('viewer');
    expect((await both!.a.ask('GET', '/v1/me', text)).status).toBe(200);
    // In the database alone, as if the notice had been lost.
    const { id } = await keys.check(text);
    await context.store.revokeKey(id, context.now());
    expect((await both!.a.ask('GET', '/v1/me', text)).status).toBe(200);
    keys.recheck();
    expect((await both!.a.ask('GET', '/v1/me', text)).status).toBe(401);
  });

  test('that begin at once on a new database make one key of a first administrator', async () => {
    const address = await both!.server.database();
    const services = await Promise.all([1, 2, 3].map(() => testService({ database: address })));
    onTestFinished(async () => {
      for (const service of services) await service.close();
    });
    const made = await Promise.all(services.map(({ parts }) => parts.keys.first()));
    expect(made.filter((key) => key !== null)).toHaveLength(1);
    expect(await services[0].parts.keys.list()).toHaveLength(1);
    expect(await services[1].parts.keys.first()).toBeNull();
  });

  test('make no first key while another process is making one', async () => {
    const { keys, context } = both!.a.parts;
    const { store } = context;
    const address = new URL(store.location);
    address.password = encodeURIComponent(both!.server.password);
    const other = new Client(address.href);
    await other.connect();
    await other.query('begin');
    await other.query(
      `insert into service_keys (id, role, name, hash, created_at) values ('other', 'administrator', 'first', '', '2026')`,
    );
    const before = await store.keys();
    const first = { ...before[0], id: 'first' };
    const adding = store.putKeyIf(first, (all) => all.length === before.length);
    await expect.poll(() => waitingForLocks(address.href)).toBe(1);
    await other.query('commit');
    expect(await adding).toBe(false);
    expect(await store.putKeyIf(first, (all) => all.length === before.length + 1)).toBe(true);
    await store.revokeKey('other', '2026');
    await other.end();
    await keys.revoke('first');
  });

  test('count the requests of a key together, with those of about a second in addition', async () => {
    const [a, b] = [
      await both!.another({ configuration: { requestsPerMinute: PER_MINUTE } }),
      await both!.another({ configuration: { requestsPerMinute: PER_MINUTE } }),
    ];
    onTestFinished(async () => {
      await a.close();
      await b.close();
    });
    const key = await a.key('viewer');
    const admitted = async (service: TestService) =>
      (await service.ask('GET', '/v1/me', key)).status === 200 ? 1 : 0;
    let [ofA, ofB] = [0, 0];
    for (let k = 0; k < PER_MINUTE / 2; k++) ofA += await admitted(a);
    expect(ofA).toBe(PER_MINUTE / 2);
    await sleep(1_300);
    const begun = performance.now();
    // The second instance has not been asked yet: until it has heard of the first, it counts alone.
    for (let k = 0; k < PER_MINUTE; k++) ofB += await admitted(b);
    expect(ofB).toBeLessThanOrEqual(PER_MINUTE);
    await sleep(1_300);
    // Now it knows: what both took is more than there was.
    const passed = (performance.now() - begun) / 1000 + 3;
    const owed = ofA + ofB - PER_MINUTE - (passed * PER_MINUTE) / 60;
    expect(owed).toBeGreaterThan(0);
    expect(await admitted(b)).toBe(0);
    // The first one finds out with its next request, within about a second.
    await admitted(a);
    await sleep(1_300);
    expect(await admitted(a)).toBe(0);
  });

  test('count refused keys of an address together', async () => {
    const wrong = (k: number) => keyText({ id: `${k}`.padStart(12, '0'), secret: 'a'.repeat(64) });
    const statuses = async (service: TestService, from: number, count: number) => {
      const found: number[] = [];
      for (let k = from; k < from + count; k++)
        found.push((await service.ask('GET', '/v1/me', wrong(k))).status);
      return found;
    };
    expect(await statuses(both!.a, 0, 20)).toEqual(Array(20).fill(401));
    await sleep(1_300);
    // The first of the second instance tells it of all.
    await statuses(both!.b, 100, 1);
    await sleep(1_300);
    const later = await statuses(both!.b, 200, 20);
    expect(later).toContain(429);
    expect(later.filter((status) => status === 401).length).toBeLessThan(15);
  });
});
