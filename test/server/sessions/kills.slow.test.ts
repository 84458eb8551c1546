import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { killRun } from '../../../bench/service/kills.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { addBank, scoreOf } from './session-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a service that is killed while it takes answers loses no acknowledged answer', async () => {
  const database = join(folder, 'service.db');
  const store = await openStore(database, { clock: () => new Date() });
  await addBank(store);
  await store.close();
  const report = await killRun({
    folder,
    database,
    bank: 'exam',
    strategies: ['paper', 'random'],
    items: 20,
    kills: 2,
    clients: 4,
    seed: 'test',
    scoreOf,
  });
  expect(report).toMatchObject({ kills: 2, lost: 0, extra: 0, different: 0 });
  expect(report.acknowledged).toBeGreaterThan(40);
});
