import { fstatSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

let folder: string;
let file: string;
let store: Store;
/** What reaches the disk when the test says so: each entry the size of the log when it was asked for. */
const asked: { readonly size: number; readonly end: (error?: Error) => void }[] = [];
let isHeld = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thetarank-log-'));
  file = join(folder, 'log.db');
  const sync = (log: number) =>
    new Promise<void>((resolve, reject) => {
      const { ino, size } = fstatSync(log);
      expect(ino).toBe(statSync(`${file}-wal`).ino);
      const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
      if (isHeld) asked.push({ size, end });
      else resolve();
    });
  store = await openStore(file, { clock: () => new Date(0), sync });
});
afterAll(async () => {
  isHeld = false;
  await store.close();
  rmSync(folder, { recursive: true });
});

const begin = (hash: string) => {
  let isDone = false;
  const promise = store.createRun({ hash }, hash, '2026-01-01T00:00:00.000Z').finally(() => {
    isDone = true;
  });
  return { promise, isDone: () => isDone };
};
const until = (condition: () => boolean) => expect.poll(condition, { interval: 2 }).toBe(true);

test('a write counts as kept only once its log is on the disk', async () => {
  isHeld = true;
  asked.length = 0;
  const first = begin('first');
  await until(() => asked.length === 1);
  // It is committed: whoever reads sees it. But a loss of power would undo it, so that nobody is told.
  expect((await store.runs('first')).length).toBe(1);
  const second = begin('second');
  await until(() => statSync(`${file}-wal`).size > asked[0].size);
  await delay(20);
  expect([first.isDone(), second.isDone()]).toEqual([false, false]);
  asked[0].end();
  await first.promise;
  // The second one came after that turn had begun: it waits for one that began after its own commit.
  await until(() => asked.length === 2);
  await delay(20);
  expect(second.isDone()).toBe(false);
  expect(asked[1].size).toBeGreaterThan(asked[0].size);
  asked[1].end();
  await second.promise;
  isHeld = false;
});

test('a disk that fails is told to whom it concerns, and tried anew by the next one', async () => {
  isHeld = true;
  asked.length = 0;
  const lost = begin('lost');
  await until(() => asked.length === 1);
  asked[0].end(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', errno: -5 }));
  await expect(lost.promise).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  isHeld = false;
  await begin('next').promise;
});
