import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { postgresAccess } from '../../../src/store/postgres/postgres-access.ts';
import { sqliteAccess } from '../../../src/store/sqlite/sqlite-access.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Databases } from '../databases.ts';
import { AT, all, BANK, clock, itemOf, itemsOf } from '../store-case.ts';

const LATER = '2026-02-03T04:05:06.000Z';
const MARK = { by: 'ana', at: LATER };
const correct = (item: string, key: string) =>
  ({ item, decision: 'correct', key: [...key], note: 'the textbook says so' }) as const;
const retire = (item: string) => ({ item, decision: 'retire', key: null, note: '' }) as const;
const accept = (item: string) => ({ item, decision: 'accept', key: null, note: '' }) as const;

/** Item k has the key ABCD[k % 4]. Three models; letters of the first two are known. */
const ANSWERS = {
  examinees: ['m', 'n', 'o'],
  items: ['item-0', 'item-1', 'item-2', 'item-3'],
  scores: Float32Array.of(1, 0, 1, 0, 1, 1, 0, Number.NaN, 0, 1, 1, 1),
};
const LETTERS = [
  ['A', 'D', 'C', null],
  ['A', 'B', 'D', undefined],
  [undefined, undefined, undefined, undefined],
];

export function reviewContract({ dialect, database }: Databases): void {
  let location: string;
  let store: Store;
  beforeEach(async () => {
    location = await database();
    store = await openStore(location, { clock });
    await store.addItems(BANK, itemsOf(0, 4), AT);
  });
  afterEach(() => store.close());

  const scores = async () => Array.from((await store.responses('exam'))!.matrix.scores);
  const kept = () => store.putResponses('exam', ANSWERS, null, AT, { letters: LETTERS });

  test('a promoted pretest item is active, whatever else was decided about it, until the promotion is undone', async () => {
    const fresh: Item = { ...itemOf(9), status: 'pretest' };
    await store.addItems(BANK, [fresh], AT);
    const promote = (item: string) =>
      ({ item, decision: 'promote', key: null, note: 'b 0.10 ± 0.20' }) as const;
    const now = async () => {
      const [item] = await all(store.items('exam', ['item-9']));
      return [item.status, 'options' in item && item.key.join(''), item.version];
    };
    const fingerprint = async () => (await store.bank('exam'))!.fingerprint;
    const before = await fingerprint();
    expect(await now()).toEqual(['pretest', 'B', 1]);
    const { entries, version, versionBefore } = await store.review(
      'exam',
      [promote('item-9')],
      MARK,
    );
    expect(version).toBe(versionBefore + 1);
    expect(await now()).toEqual(['active', 'B', 2]);
    expect(await fingerprint()).not.toBe(before);
    // It counts now, but it is the same item: parameters of it stay valid.
    expect([...(await store.changedSince('exam', versionBefore))]).toEqual([]);
    // Another key for a promoted item; it stays active.
    await store.review('exam', [correct('item-9', 'D')], MARK);
    expect(await now()).toEqual(['active', 'D', 3]);
    expect([...(await store.changedSince('exam', versionBefore))]).toEqual(['item-9']);
    await store.review('exam', [{ undoes: entries[0].number }], MARK);
    expect((await now()).slice(0, 2)).toEqual(['pretest', 'D']);
    await store.review('exam', [retire('item-9')], MARK);
    expect((await now())[0]).toBe('retired');
    await expect(store.review('exam', [promote('item-0')], MARK)).rejects.toMatchObject({
      code: 'REVIEW_REFUSED',
    });
  });

  test('a bank with a pretest item has another fingerprint than with the same item active', async () => {
    const bank = (name: string) => ({ name, title: name, builtin: null });
    await store.addItems(bank('a'), [itemOf(1), { ...itemOf(2), status: 'pretest' }], AT);
    await store.addItems(bank('b'), [itemOf(1), itemOf(2)], AT);
    const [a, b] = [await store.bank('a'), await store.bank('b')];
    expect(a!.fingerprint).not.toBe(b!.fingerprint);
    await store.review('a', [{ item: 'item-2', decision: 'promote', key: null, note: '' }], MARK);
    expect((await store.bank('a'))!.fingerprint).toBe(b!.fingerprint);
  });

  test('the suspects of the newest audit are the queue, most suspicious first', async () => {
    expect(await store.audit('exam')).toBeNull();
    const reasons = [{ kind: 'wrong-key', strength: 2.5, text: 'Most say D.' }] as const;
    const audit = {
      bankVersion: 1,
      options: { method: 'file' },
      at: AT,
      suspects: [
        { item: 'item-2', probability: 0.9, reasons, suggestedKey: ['D'] },
        { item: 'item-0', probability: 0.25, reasons: [], suggestedKey: null },
      ],
    };
    await store.putAudit('exam', { ...audit, suspects: [] });
    const id = await store.putAudit('exam', audit);
    await store.putAudit('another', { ...audit, bankVersion: null });
    expect(await store.audit('exam')).toEqual({ id, ...audit });
  });

  test('a corrected item has its new key and hash, a retired one is marked, and both come back by undoing', async () => {
    const before = (await store.bank('exam'))!;
    const { entries, version, versionBefore } = await store.review(
      'exam',
      [correct('item-1', 'D'), retire('item-2'), accept('item-3')],
      MARK,
    );
    expect([versionBefore, version]).toEqual([1, 2]);
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 3]);
    const corrected = { ...(itemOf(1) as Extract<Item, { type: 'single' }>), key: ['D'] };
    expect(await all(store.items('exam'))).toEqual([
      itemOf(0),
      { ...corrected, version: 2, hash: contentHash(corrected) },
      { ...itemOf(2), version: 2, status: 'retired' },
      itemOf(3),
    ]);
    expect(await store.bank('exam')).toMatchObject({ version: 2, items: 4, changedAt: LATER });
    expect((await store.bank('exam'))!.fingerprint).not.toBe(before.fingerprint);

    await store.review('exam', [{ undoes: 1 }, { undoes: 2 }], { by: 'ben', at: LATER });
    expect(await all(store.items('exam'))).toEqual(itemsOf(0, 4));
    const after = (await store.bank('exam'))!;
    expect(after).toMatchObject({ version: 3, fingerprint: before.fingerprint });
    expect(await store.bankVersion('exam', before.fingerprint)).toBe(3);
    expect(await store.reviewLog('exam')).toEqual([
      { number: 1, ...correct('item-1', 'D'), by: 'ana', at: LATER, undoes: null },
      { number: 2, ...retire('item-2'), by: 'ana', at: LATER, undoes: null },
      { number: 3, ...accept('item-3'), by: 'ana', at: LATER, undoes: null },
      ...[1, 2].map((undoes) => ({
        number: undoes + 3,
        ...{ item: `item-${undoes}`, decision: 'undo', key: null, note: '' },
        ...{ by: 'ben', at: LATER, undoes },
      })),
    ]);
  });

  test('each change of an item has an item version of its own, which an undo brings back', async () => {
    const version = async () => (await all(store.items('exam', ['item-1'])))[0].version;
    await store.review('exam', [retire('item-0'), correct('item-1', 'D')], MARK);
    expect(await version()).toBe(2);
    await store.review('exam', [correct('item-1', 'C')], MARK);
    expect(await version()).toBe(3);
    await store.review('exam', [{ undoes: 3 }], MARK);
    expect(await version()).toBe(2);
    await store.review('exam', [{ undoes: 2 }], MARK);
    expect(await version()).toBe(1);
  });

  test('sessions of a removed bank are no sessions of the one that has its name now', async () => {
    const item = 'item-1';
    const tested = async (id: string, createdAt: string) => {
      const kept = await store.serviceSessions.create({
        ...{ id, bank: 'exam', examinee: 'ann', configuration: {}, by: 'key', length: 1 },
        ...{ bankVersion: id, calibrationVersion: 'c', state: 'open', reason: null },
        ...{ createdAt, changedAt: createdAt, expiresAt: null, finishedAt: null, result: null },
      });
      const { number: session, revision } = kept;
      const given = { place: 1, item, score: 1, key: null, at: createdAt, cost: 0, tokens: 0 };
      const answer = { ...given, latency: null, extracted: 'B', absent: null, output: 'B' };
      await store.serviceSessions.append([{ session, revision, answer }]);
      const change = { state: 'finished', changedAt: createdAt };
      await store.serviceSessions.change(session, revision, change);
    };
    const found = async () => (await store.sessionAnswersTo('exam', [item])).map(({ id }) => id);
    await tested('s-old', AT);
    expect(await found()).toEqual(['s-old']);
    await store.removeBank('exam');
    expect(await found()).toEqual([]);
    await store.addItems(BANK, itemsOf(0, 4), LATER);
    await tested('s-new', LATER);
    expect(await found()).toEqual(['s-new']);
  });

  test('to accept an item makes no version', async () => {
    const { version } = await store.review('exam', [accept('item-0')], MARK);
    expect(version).toBe(1);
    expect((await store.bank('exam'))!.version).toBe(1);
  });

  test('items that are added later keep what was decided, in items and fingerprint', async () => {
    await store.review('exam', [retire('item-0')], MARK);
    const { fingerprint } = (await store.bank('exam'))!;
    await store.addItems(BANK, [itemOf(4)], LATER);
    expect((await all(store.items('exam')))[0].status).toBe('retired');
    await store.review('exam', [{ undoes: 1 }], MARK);
    const other = { ...BANK, name: 'same' };
    await store.addItems(other, itemsOf(0, 5), AT);
    expect((await store.bank('exam'))!.fingerprint).toBe((await store.bank('same'))!.fingerprint);
    expect((await store.bank('exam'))!.fingerprint).not.toBe(fingerprint);
  });

  test('recorded letters are scored by the new key; scores without letters are missing; undoing restores them', async () => {
    await kept();
    const before = await scores();
    await store.review('exam', [correct('item-1', 'D'), retire('item-3')], MARK);
    const NAN = Number.NaN;
    // m answered D and is right now, n answered B; of o only the score by the earlier key is known.
    expect(await scores()).toEqual([1, 1, 1, NAN, 1, 0, 0, NAN, 0, NAN, 1, NAN]);
    await store.review('exam', [{ undoes: 1 }, { undoes: 2 }], MARK);
    expect(await scores()).toEqual(before);
  });

  test('answers that are recorded after a correction count by the corrected key, and are missing once it is undone', async () => {
    await store.review('exam', [correct('item-1', 'D')], MARK);
    await store.putResponses('exam', ANSWERS, null, LATER);
    expect(await scores()).toEqual(Array.from(ANSWERS.scores));
    await store.review('exam', [{ undoes: 1 }], MARK);
    const now = await scores();
    expect([now[1], now[5], now[9]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([now[0], now[4], now[8]]).toEqual([1, 1, 0]);
  });

  test('the items that differ from a version are told, and none once the difference is undone', async () => {
    await store.review('exam', [correct('item-1', 'D'), accept('item-0')], MARK);
    await store.review('exam', [retire('item-2')], MARK);
    expect(await store.changedSince('exam', 1)).toEqual(new Set(['item-1', 'item-2']));
    expect(await store.changedSince('exam', 2)).toEqual(new Set(['item-2']));
    expect(await store.changedSince('exam', 3)).toEqual(new Set());
    await store.review('exam', [{ undoes: 1 }], MARK);
    expect(await store.changedSince('exam', 1)).toEqual(new Set(['item-2']));
    expect(await store.changedSince('exam', 2)).toEqual(new Set(['item-1', 'item-2']));
  });

  test('one decision that cannot be kept keeps all of them out', async () => {
    const refused = async (...entries: Parameters<Store['review']>[1]) =>
      store.review('exam', entries, MARK).catch((error) => error.message);
    expect(await refused(retire('item-0'), correct('item-1', 'E'))).toMatch('item-1: key E; ');
    expect(await refused(retire('item-9'))).toMatch('item-9');
    expect(await refused({ undoes: 7 })).toMatch('no such entry');
    expect(await store.reviewLog('exam')).toEqual([]);
    expect(await store.review('exam', [retire('item-0')], MARK)).toMatchObject({ version: 2 });
    const number = (await store.reviewLog('exam'))[0].number;
    await store.review('exam', [{ undoes: number }], MARK);
    expect(await refused({ undoes: number })).toMatch(/entry \d+ has undone/);
  });

  test('two people who undo one decision at once undo it once', async () => {
    await store.review('exam', [retire('item-0')], MARK);
    const tried = await Promise.allSettled(
      [1, 2].map(() => store.review('exam', [{ undoes: 1 }], MARK)),
    );
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a bank with the text of a built-in one is not changed', async () => {
    await store.addItems({ ...BANK, name: 'ikp', builtin: 'ikp' }, [itemOf(0)], AT);
    await expect(store.review('ikp', [retire('item-0')], MARK)).rejects.toMatchObject({
      code: 'REVIEW_BUILTIN',
    });
  });

  test('the database refuses to change the log, and a removed bank takes its log along', async () => {
    await store.review('exam', [retire('item-0')], MARK);
    const access = await (dialect === 'sqlite'
      ? sqliteAccess(location, { clock })
      : postgresAccess(location, { clock }));
    await expect(
      access.write((trx) => sql`update decisions set note = 'changed'`.execute(trx)),
    ).rejects.toThrow('append-only');
    await access.close();
    await store.putAudit('exam', { bankVersion: 2, options: {}, at: AT, suspects: [] });
    await store.removeBank('exam');
    await store.addItems(BANK, itemsOf(0, 4), AT);
    expect(await store.reviewLog('exam')).toEqual([]);
    expect(await store.audit('exam')).toBeNull();
  });
}
