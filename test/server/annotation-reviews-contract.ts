import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import type { Databases } from '../store/databases.ts';
import { waitingForLocks } from '../store/rows-of.ts';
import { AT, BANK, itemOf, itemsOf } from '../store/store-case.ts';
import { type TestService, testService } from './service.ts';

const PANEL = 'annotation-1';
const CONFIGURATION = {
  ...{ run: 1, bank: BANK.name, items: 4, models: ['a'], repeats: 1, taxonomy: 'wards', seed: 1 },
  levels: [
    {
      ...{ id: 'ward', tag: 'ward', name: { en: 'ward' }, mayFitNone: true, noneTag: null },
      parent: null,
      values: ['east', 'west'].map((id) => ({ id, name: { en: id } })),
    },
  ],
  ...{ leastShare: 1, auditShare: 0, withKey: false, blind: true, expertsPerEntry: 1 },
};

export function annotationReviewsContract({ dialect, database }: Databases): void {
  let address: string;
  let service: TestService;
  let store: Store;
  const keys: Record<string, string> = {};
  beforeEach(async () => {
    address = await database();
    service = await testService({ database: address });
    store = service.parts.context.store;
    await store.addItems(BANK, itemsOf(0, 4), AT);
    const panel = {
      ...{ id: PANEL, kind: 'annotation' as const, bank: BANK.name, title: 'wards' },
      ...{ configuration: CONFIGURATION, madeBy: null, createdAt: AT, closedAt: null },
    };
    const entries = [0, 1, 2, 3].map((k) => ({
      ...{ item: itemOf(k).id, level: 'ward', agreed: undefined, reason: 'none-conflict' as const },
      // The last one is agreed: experts do not see it.
      ...{ isQueued: k < 3, doubt: 0.5, votes: [] },
    }));
    await store.annotations.put(panel, entries);
    const scope = { banks: null, session: null, leaderboard: null, panel: PANEL, days: null };
    for (const name of ['anna', 'ben'])
      keys[name] = (await service.parts.keys.make({ role: 'expert', name, ...scope }, null)).key;
    keys.administrator = await service.key('administrator');
  });
  afterEach(() => service.close());

  const review = (name: string, place: number, label: string | null) =>
    service.ask('PUT', `/v1/annotations/${PANEL}/work/${place}`, keys[name], { label });
  const reviewsOf = async (place: number) =>
    (await store.annotations.entry(PANEL, place))!.reviews.map(
      ({ reviewer, label }) => `${reviewer}: ${label}`,
    );

  test('the second of two experts is told that the entry is finished; the first one may correct it', async () => {
    expect((await review('anna', 1, 'east')).status).toBe(200);
    const { status, body } = await review('ben', 1, 'west');
    expect([status, body.code]).toEqual([400, 'OPTIONS_CONFLICT']);
    expect(body.detail).toContain('another expert');
    expect((await review('anna', 1, 'west')).status).toBe(200);
    expect(await reviewsOf(1)).toEqual(['anna: west']);
    const path = `/v1/annotations/${PANEL}/entries/2/decision`;
    expect((await service.ask('PUT', path, keys.administrator, { label: null })).status).toBe(204);
    expect((await review('ben', 2, 'west')).body.detail).toContain('an administrator');
    // Of an entry outside the queue experts know nothing.
    expect((await review('ben', 4, 'west')).status).toBe(404);
  });

  test('of two experts at once one is kept', async () => {
    for (const place of [1, 2, 3]) {
      const replies = await Promise.all([
        review('anna', place, 'east'),
        review('ben', place, 'west'),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await reviewsOf(place)).toHaveLength(1);
    }
  });

  test('what is sent while the panel is closed is refused, also by a request that began before', async () => {
    await store.panels.close(PANEL, AT);
    expect((await review('anna', 1, 'east')).body.detail).toContain('is closed');
    const own = { reviewer: 'anna', label: 'east', note: '', at: AT };
    expect(await store.annotations.review(PANEL, 1, own, false, () => true)).toBe('closed');
    expect(await reviewsOf(1)).toEqual([]);
    await store.panels.reopen(PANEL);
    expect((await review('anna', 1, 'east')).status).toBe(200);
  });

  if (dialect === 'postgres')
    test('a review waits for one of the same entry, and for the end of the panel', async () => {
      const other = new Client(address);
      await other.connect();
      const waiting = () => waitingForLocks(address);
      await other.query('begin');
      await other.query('select place from annotation_entries where place = 1 for update');
      const second = review('ben', 1, 'west');
      await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
      await other.query(
        `insert into annotation_reviews (panel, place, decides, reviewer, label, note, at) values ('${PANEL}', 1, 0, 'anna', '"east"', '', '${AT}')`,
      );
      await other.query('commit');
      expect((await second).status).toBe(400);
      await other.query('begin');
      await other.query(`update panels set closed_at = '${AT}'`);
      const late = review('ben', 2, 'west');
      await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
      await other.query('commit');
      expect((await late).body.detail).toContain('is closed');
      expect([await reviewsOf(1), await reviewsOf(2)]).toEqual([['anna: east'], []]);
      await other.end();
    });
}
