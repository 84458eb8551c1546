import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { storeProbe } from '../../src/server/health/store-probe.ts';
import type { Store } from '../../src/store/store.ts';
import { smallDisk } from './failures/small-disk.ts';
import { serviceForTest } from './service.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-ready-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a service that cannot write because of a lock is not ready, until the lock is gone', async () => {
  const database = join(newFolder(), 'service.db');
  const service = await serviceForTest({ database, patience: 100 });
  const ready = () => service.ask('GET', '/ready');
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
  const other = new DatabaseSync(database);
  other.exec('begin immediate');
  // What was found holds for a second.
  expect((await ready()).status).toBe(200);
  service.pass(1000);
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'cannot write' } });
  expect((await service.ask('GET', '/health')).status).toBe(200);
  other.exec('rollback');
  service.pass(1000);
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(other.prepare('select version > 0 as whole from thetarank_version').get()).toEqual({
    whole: 1,
  });
  other.close();
});

test('a service whose disk is full says so until there is room again', async ({ skip }) => {
  const disk = smallDisk(join(newFolder(), 'disk'), 8);
  if (disk === null) return skip('no disk can be mounted here');
  onTestFinished(() => disk.remove());
  const service = await serviceForTest({ database: join(disk.folder, 'service.db') });
  const ready = () => service.ask('GET', '/ready');
  const { free } = disk.fill();
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'no space' } });
  free();
  service.pass(1000);
  expect((await ready()).status).toBe(200);
});

test('all who ask at once share one attempt, and one that hangs is not begun again', async () => {
  let elapsed = 0;
  let touches = 0;
  let end: () => void = () => {};
  const touch = () => {
    touches++;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const store = { ping: async () => {}, touch } as Partial<Store> as Store;
  const probe = storeProbe({ store, elapsed: () => elapsed });
  const states = [probe(), probe()];
  await expect.poll(() => touches).toBe(1);
  elapsed = 60_000;
  states.push(probe());
  end();
  expect([await Promise.all(states), touches]).toEqual([['ok', 'ok', 'ok'], 1]);
  const next = probe();
  await expect.poll(() => touches).toBe(2);
  end();
  expect(await next).toBe('ok');
});
