import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { keyText, readKeyText } from '../../../src/workflow/keys/key-text.ts';
import { rowsOf, waitingForLocks } from '../../store/rows-of.ts';
import { type TestService, testService } from '../service.ts';
import { twoServices } from './two-services.ts';

const PER_MINUTE = 10_000;
const both = await twoServices();

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

  test('count requests of a key, and refused keys of an address, together', async () => {
    const limits = { requestsPerMinute: PER_MINUTE, refusalsPerMinute: PER_MINUTE };
    const services = [
      await both!.another({ configuration: limits }),
      await both!.another({ configuration: limits }),
    ];
    const others = await openStore(both!.database, { clock: () => new Date() });
    onTestFinished(async () => {
      for (const one of [...services, others]) await one.close();
    });
    const key = await services[0].key('viewer');
    const ask = async (service: TestService, own: string) =>
      (await service.ask('GET', '/v1/me', own)).status;
    const { id, secret } = readKeyText(key)!;
    const kinds = [
      [`key ${id}`, key, 200],
      ['address 127.0.0.1', keyText({ id: '0'.repeat(12), secret }), 401],
    ] as const;
    for (const [name, own, status] of kinds) {
      expect(await ask(services[0], own)).toBe(status);
      const told = () => rowsOf(both!.database, `select 1 from rate_levels where name = '${name}'`);
      await expect.poll(told).toHaveLength(1);
      // Other instances take more than comes in within hours.
      await others.rates!.take([{ name, used: 1000 * PER_MINUTE, most: PER_MINUTE }]);
      for (const service of services) {
        let asked = 0;
        await expect.poll(() => ask(service, own).finally(() => asked++)).toBe(429);
        // Alone it would have let all of a minute through.
        expect(asked).toBeLessThan(PER_MINUTE);
      }
    }
  });
});
