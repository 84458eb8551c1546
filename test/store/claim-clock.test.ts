import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteAccess } from '../../src/store/sqlite/sqlite-access.ts';
import { sqliteClaims } from '../../src/store/sqlite/sqlite-claims.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

/** A database with a claim of a process in another container, renewed at START. */
async function claimed() {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-claim-clock-'));
  let time = START;
  const clock = () => new Date(time);
  const access = await sqliteAccess(join(folder, 'store.db'), { clock });
  onTestFinished(async () => {
    await access.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const renewed = new Date(START).toISOString();
  await access.write((trx) =>
    trx
      .insertInto('claims')
      .values({ run: 1, host: 'elsewhere', pid: 7, started: null, renewed })
      .execute(),
  );
  const claim = sqliteClaims(access, clock);
  return {
    /** Seconds until it is free; 0 if it was claimed. */
    async attempt() {
      const result = await claim(1);
      if (typeof result !== 'function') return result.free;
      await result();
      return 0;
    },
    set(to: number) {
      time = to;
    },
  };
}

test('a claim of an unknown process is free a minute after its last renewal', async () => {
  const { attempt, set } = await claimed();
  set(START + 20_000);
  expect(await attempt()).toBe(40);
  set(START + 60_000);
  expect(await attempt()).toBe(0);
});

test('after the clock was set back by an hour it is free a minute later, not an hour', async () => {
  const { attempt, set } = await claimed();
  set(START - HOUR);
  expect(await attempt()).toBe(60);
  set(START - HOUR + 30_000);
  expect(await attempt()).toBe(30);
  set(START - HOUR + 60_000);
  expect(await attempt()).toBe(0);
});
