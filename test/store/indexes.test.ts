import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { AT, clock } from './store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-indexes-'));
const file = join(folder, 'store.db');
let store: Store;
beforeAll(async () => {
  store = await openStore(file, { clock });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const LIST = { banks: null, limit: 10, before: null };
const JOBS = { banks: null, limit: 10, offset: 0 };
const QUERIES: Readonly<Record<string, () => Promise<unknown>>> = {
  'sessions of an examinee': () => store.serviceSessions.list({ ...LIST, examinee: 'm' }),
  'sessions of a bank': () => store.serviceSessions.list({ ...LIST, bank: 'exam' }),
  'sessions of a bank in a state': () =>
    store.serviceSessions.list({ ...LIST, bank: 'exam', state: 'open' }),
  'people on a bank': () => store.serviceSessions.list({ ...LIST, bank: 'exam', person: true }),
  'open sessions': () => store.serviceSessions.list({ ...LIST, state: 'open' }),
  'finished sessions of a key': () =>
    store.serviceSessions.list({ ...LIST, banks: ['exam', 'test'], state: 'finished' }),
  'number of sessions of a bank in a state': () =>
    store.serviceSessions.count({ banks: null, bank: 'exam', state: 'open' }),
  'jobs of a kind on a bank': () => store.jobs.list({ ...JOBS, kind: 'refresh', banks: ['exam'] }),
  'expired sessions': () => store.serviceSessions.expired(AT, 20),
  'rows of a leaderboard': () => store.serviceSessions.boardRows('board', 500, null),
  'recorded models that were tested': () => store.serviceSessions.testedOn(['board']),
  'leaderboards of a bank': () => store.serviceSessions.boards(['exam']),
  'replies of other sources': () => store.replies.hasOthers('run 1'),
  'a reply': () => store.replies.own('run 1', 'key'),
};

test.each(Object.entries(QUERIES))('%s are found by an index', async (name, query) => {
  // Each statement is prepared once by a store, so each query here is another one.
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await query();
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('select'));
  prepare.mockRestore();
  expect(asked).not.toEqual([]);
  const database = new DatabaseSync(file, { readOnly: true });
  const plans = asked.flatMap((sql) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...Array<number>(sql.split('?').length - 1).fill(1))
      .map(({ detail }) => String(detail)),
  );
  database.close();
  for (const plan of plans) {
    expect(plan).not.toMatch(/^SCAN (?!.*(?:USING COVERING INDEX|CONSTANT ROW|SUBQUERY))/);
    // It would read all rows that are found, for a page of them. Few are expired.
    if (!name.startsWith('expired')) expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
  }
});
