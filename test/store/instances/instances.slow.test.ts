import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Instance } from '../../../src/store/instances/instance-store.ts';
import { postgresStores } from './postgres-stores.ts';

const postgres = await postgresStores();
const LEASE = 1_000;
const FACTS = { version: '1.2.3' };

/** A connection beside the stores. */
async function client(address: string): Promise<Client> {
  const own = new Client(address);
  await own.connect();
  onTestFinished(() => own.end());
  return own;
}

describe.skipIf(postgres === null)('instances on one PostgreSQL', () => {
  async function two(options = {}) {
    const [a, b] = await postgres!.stores(2, { lease: LEASE, ...options });
    return {
      ...{ a, b },
      first: await a.instances!.join(FACTS),
      second: await b.instances!.join({ version: '1.2.4' }),
    };
  }

  test('are listed with machine, process and version until they leave', async () => {
    const { a, first, second } = await two();
    const rows = await a.instances!.list();
    expect(rows.map(({ id, version, isAlive, pid }) => [id, version, isAlive, pid])).toEqual([
      [first.id, '1.2.3', true, process.pid],
      [second.id, '1.2.4', true, process.pid],
    ]);
    await second.leave();
    expect((await a.instances!.list()).map(({ id }) => id)).toEqual([first.id]);
  });

  test('a lease is of one instance until it gives it back or leaves', async () => {
    const { first, second } = await two();
    expect(await first.hold('x')).toBe(true);
    expect(await first.hold('x')).toBe(true);
    expect(await second.hold('x')).toBe(false);
    expect(await second.free(['x', 'y'])).toEqual(['y']);
    await second.release('x');
    expect(await second.hold('x')).toBe(false);
    await first.release('x');
    expect(await second.hold('x')).toBe(true);
    const { lost } = second;
    await second.leave();
    expect(lost.aborted).toBe(true);
    expect(await first.free(['x'])).toEqual(['x']);
    expect(await first.hold('x')).toBe(true);
  });

  test('a lease of an instance that falls silent is free after its time, and not before', async () => {
    const { b, second, first } = await two();
    await first.hold('x');
    const { lost } = second;
    await second.hold('y');
    // Nothing of the second one reaches the server any more.
    const direct = await client(await addressOf(b));
    await direct.query(`alter table instances rename to away`);
    await expect.poll(() => lost.aborted).toBe(true);
    expect(await second.hold('z')).toBe(false);
    await direct.query(`alter table away rename to instances`);
    // Its leases are gone once it is back, and it can take them again.
    await expect.poll(() => second.hold('y')).toBe(true);
    expect(second.lost.aborted).toBe(false);
    expect(second.lost).not.toBe(lost);
    const { rows } = await direct.query(`select name from leases where instance = $1`, [second.id]);
    expect(rows).toEqual([{ name: 'y' }]);
  });

  test('after a killed process another takes over once the lease has lapsed, and not before', async () => {
    const { a, second } = await two({ lease: 3_600_000 });
    const direct = await client(await addressOf(a));
    // The row and the lease of a process that was killed now.
    const time = `extract(epoch from clock_timestamp())`;
    await direct.query(`insert into instances values ('killed', 'host', 7, '1', ${time}, ${time})`);
    await direct.query(`insert into leases values ('x', 'killed')`);
    expect(await second.hold('x')).toBe(false);
    await direct.query(`update instances set renewed_at = renewed_at - 3601 where id = 'killed'`);
    expect(await second.hold('x')).toBe(true);
    const killed = (await a.instances!.list()).find(({ id }) => id === 'killed');
    expect(killed?.isAlive).toBe(false);
  });

  test('a lease that the database gave to another, as after a jump of its clock, counts as lost', async () => {
    const { a, first, second } = await two();
    await first.hold('x');
    const { lost } = first;
    const direct = await client(await addressOf(a));
    await direct.query(`update leases set instance = $1 where name = 'x'`, [second.id]);
    await expect.poll(() => lost.aborted).toBe(true);
    expect(await first.hold('x')).toBe(false);
  });

  test('a jump of the clock of a process changes nothing', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const { first, second } = await two({ clock: () => new Date(time) });
    await first.hold('x');
    const { lost } = first;
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    for (const jump of [-1, 1]) {
      time += jump * 86_400_000;
      now.mockReturnValue(time);
      await pause(LEASE / 2);
      expect(lost.aborted).toBe(false);
      expect(await second.hold('x')).toBe(false);
      expect(await first.hold('x')).toBe(true);
    }
  });

  test('is never held by two, whoever asks, gives back, leaves and comes at once', async () => {
    const stores = await postgres!.stores(4, { lease: 60_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom('hold', 'release', 'leave')), {
          minLength: 4,
          maxLength: 24,
        }),
        async (steps) => {
          const own: Instance[] = [];
          for (const store of stores) own.push(await store.instances!.join(FACTS));
          /** Who believes to hold it: set after `hold` resolves, and cleared before it is given back. */
          const holders = new Set<number>();
          const queues = own.map(() => Promise.resolve());
          for (const [k, step] of steps)
            queues[k] = queues[k].then(async () => {
              if (step === 'hold') {
                if (!(await own[k].hold('x'))) return;
                holders.add(k);
                expect(holders.size).toBe(1);
                return;
              }
              holders.delete(k);
              if (step === 'release') return own[k].release('x');
              await own[k].leave();
              own[k] = await stores[k].instances!.join(FACTS);
            });
          try {
            await Promise.all(queues);
          } finally {
            await Promise.all(own.map((one) => one.leave()));
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  async function addressOf(store: { location: string }): Promise<string> {
    const url = new URL(store.location);
    url.password = encodeURIComponent(postgres!.server.password);
    return url.href;
  }
});
