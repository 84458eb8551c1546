import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { GivenAnswer, KeptAnswer } from '../../../src/store/service/service-session-store.ts';
import type { Databases } from '../databases.ts';
import { waitingForLocks } from '../rows-of.ts';
import { AT, clock, itemOf } from '../store-case.ts';

const session = (id: string, changes = {}) => ({
  id,
  bank: 'exam',
  examinee: 'ann',
  configuration: { seed: 1 },
  bankVersion: 'b',
  calibrationVersion: 'c',
  by: 'key-1',
  state: 'open',
  reason: null,
  length: 10,
  createdAt: AT,
  changedAt: AT,
  expiresAt: null,
  finishedAt: null,
  result: null,
  ...changes,
});
const answer = (place: number, changes: Partial<KeptAnswer> = {}): KeptAnswer => ({
  place,
  item: `item-${place}`,
  score: 1,
  key: null,
  at: AT,
  cost: 0.5,
  tokens: 3,
  latency: null,
  extracted: null,
  absent: null,
  output: null,
  ...changes,
});

export function serviceSessionsContract({ dialect, database }: Databases): void {
  test('a change that is based on fewer answers than there are is refused', async () => {
    const address = await database();
    const store = await openStore(address, { clock });
    const { number } = await store.serviceSessions.create(session('x'));
    await store.serviceSessions.append([{ session: number, revision: 1, answer: answer(1) }]);
    const end = (answers: number) =>
      store.serviceSessions.change(number, 1, { state: 'ended' }, answers);
    expect(await end(0)).toBeNull();
    if (dialect === 'postgres') {
      // Another process keeps an answer, and commits while the change waits for it.
      const other = new Client(address);
      await other.connect();
      await other.query(
        `begin; select revision from service_sessions where number = ${number} for share;
         insert into service_answers select session, 2, 'item-2', score, key, at, cost, tokens, latency, extracted, output
         from service_answers`,
      );
      const ending = end(1);
      await expect.poll(() => waitingForLocks(address)).toBe(1);
      await other.query('commit');
      await other.end();
      expect(await ending).toBeNull();
      expect(await end(2)).toMatchObject({ state: 'ended' });
    } else expect(await end(1)).toMatchObject({ state: 'ended' });
    await store.close();
  });

  test('a session enters its leaderboard as it ends, in place of an earlier one of its examinee', async () => {
    const store = await openStore(await database(), { clock });
    const { serviceSessions: sessions } = store;
    const end = async (id: string, examinee: string, score: number, changes = {}) => {
      const person = id.startsWith('person');
      const made = session(id, { examinee, configuration: { person } });
      const { number, revision } = await sessions.create(made);
      await sessions.change(number, revision, {
        ...{ state: 'finished', finishedAt: AT, result: { score } },
        place: { board: 'one', facts: { strategy: 'paper' }, score, width: score / 10 },
        ...changes,
      } as never);
      return number;
    };
    const board = () => sessions.board('one');
    const rows = async () => (await sessions.boardRows('one', 100, null)).map(({ id }) => id);
    expect(await board()).toBeUndefined();
    await end('b', 'bo', 40);
    await end('early', 'ann', 70, { state: 'ended', finishedAt: `${AT}9` });
    expect(await rows()).toEqual(['early', 'b']);
    const ann = await end('whole', 'ann', 60);
    await end('person', 'ann', 50);
    // Older than the whole test, and shorter.
    await end('again', 'ann', 80, { state: 'ended', finishedAt: `${AT}9` });
    expect(await rows()).toEqual(['whole', 'person', 'b']);
    expect(await board()).toMatchObject({
      ...{ bank: 'exam', facts: { strategy: 'paper' }, revision: 4, entries: 3 },
      ...{ newestAt: `${AT}9`, widest: 7 },
    });
    await sessions.charge(ann, 2);
    expect(await board()).toMatchObject({ revision: 5 });
    const [first] = await sessions.boardRows('one', 1, null);
    expect(first).toMatchObject({ charged: 2, person: false, score: 60, result: { score: 60 } });
    const others = await sessions.boardRows('one', 1, first);
    expect(others.map(({ id }) => id)).toEqual(['person']);
    const known = { board: 'two', facts: {}, score: 1, width: 0, recordedAs: 'old' };
    for (const id of ['x', 'y']) await end(id, id, 1, { place: known });
    expect(await sessions.testedOn(['one', 'two'])).toEqual(new Map([['two', new Set(['old'])]]));
    expect((await sessions.boards(['other'])).map(({ id }) => id)).toEqual([]);
    expect((await sessions.boards(null)).map(({ id }) => id).sort()).toEqual(['one', 'two']);
    await store.close();
  });

  test('two sessions of an examinee that end at once have one row', async () => {
    const address = await database();
    const stores = [await openStore(address, { clock }), await openStore(address, { clock })];
    const place = { board: 'one', facts: {}, score: 1, width: 0, recordedAs: null };
    const made = await Promise.all(
      stores.map(({ serviceSessions }, k) => serviceSessions.create(session(`s${k}`))),
    );
    await Promise.all(
      stores.map(({ serviceSessions }, k) =>
        serviceSessions.change(made[k].number, 1, {
          ...{ state: 'finished', finishedAt: AT, result: {}, place },
        }),
      ),
    );
    const { serviceSessions: sessions } = stores[0];
    expect(await sessions.boardRows('one', 9, null)).toMatchObject([{ id: 's1' }]);
    expect(await sessions.board('one')).toMatchObject({ entries: 1 });
    for (const store of stores) await store.close();
  });

  test('the time of a person is kept without a new revision, of the revision at hand alone', async () => {
    const store = await openStore(await database(), { clock });
    const { serviceSessions: sessions } = store;
    const { number } = await sessions.create(session('timed'));
    const running = { begunAt: AT, runningSince: AT, used: 5000 };
    const change = { clock: running, expiresAt: AT };
    expect(await sessions.keepClock(number, 2, change)).toBe(false);
    expect(await sessions.keepClock(number, 1, change)).toBe(true);
    expect(await sessions.byId('timed')).toMatchObject({ revision: 1, ...change });
    await store.close();
  });

  test('a bank with open sessions is not removed', async () => {
    const store = await openStore(await database(), { clock });
    await store.addItems({ name: 'exam', title: 'An exam', builtin: null }, [itemOf(0)], AT);
    const one = await store.serviceSessions.create(session('open-one'));
    await store.serviceSessions.create(session('over', { state: 'finished' }));
    await store.serviceSessions.create(session('elsewhere', { bank: 'other' }));
    await expect(store.removeBank('exam')).rejects.toMatchObject({
      code: 'BANK_IN_USE',
      details: { bank: 'exam', sessions: 1, jobs: 0, open: [{ id: 'open-one', examinee: 'ann' }] },
    });
    expect(await store.bank('exam')).toMatchObject({ items: 1 });
    await store.serviceSessions.change(one.number, one.revision, { state: 'ended', changedAt: AT });
    await store.removeBank('exam');
    expect(await store.serviceSessions.byId('over')).toMatchObject({ bank: 'exam' });
    await store.close();
  });

  test('answers are kept once, by place, item and key, and for the revision they were given for', async () => {
    const store = await openStore(await database(), { clock });
    const { serviceSessions: sessions } = store;
    const one = await sessions.create(session('one'));
    const two = await sessions.create(session('two', { bank: 'other' }));
    const given = (changes: Partial<GivenAnswer>, own: KeptAnswer): GivenAnswer => ({
      session: one.number,
      revision: one.revision,
      answer: own,
      ...changes,
    });
    const first = given({}, answer(1, { key: 'k', output: 'B', extracted: 'B' }));
    const cut = answer(1, { key: 'k', output: 'Let', absent: 'truncated' });
    const wanted = [first, given({ session: two.number }, cut)];
    const refused = [
      given({}, answer(1, { item: 'another' })),
      given({}, answer(2, { item: 'item-1' })),
      given({}, answer(3, { key: 'k' })),
      given({ revision: 7 }, answer(4)),
    ];
    const kept = await sessions.append([...wanted, ...refused]);
    expect(wanted.map((entry) => kept.has(entry))).toEqual([true, true]);
    expect(refused.some((entry) => kept.has(entry))).toBe(false);
    expect(await sessions.answers(one.number)).toEqual([{ ...first.answer, output: '' }]);
    expect(await sessions.answers(one.number, true)).toEqual([first.answer]);
    expect(await sessions.answers(two.number, true)).toEqual([cut]);
    await sessions.append([given({}, answer(2, { at: '2026-01-02T03:04:06.000Z' }))]);
    expect((await sessions.sums([one.number, two.number])).get(one.number)).toEqual({
      answers: 2,
      outputs: 1,
      cost: 1,
      lastAt: '2026-01-02T03:04:06.000Z',
    });
    const asked = new Map([
      ['item-1', 1],
      ['item-2', 1],
    ]);
    // A person who never opened the link was asked nothing.
    await sessions.create(session('three'));
    expect(await sessions.exposure('exam', 0, 5)).toEqual({ sessions: 1, asked, next: null });
    const { number: next } = one;
    expect(await sessions.exposure('exam', 0, 1)).toEqual({ sessions: 1, asked, next });
    const none = { sessions: 0, asked: new Map(), next: null };
    expect(await sessions.exposure('exam', next, 5)).toEqual(none);
    await store.close();
  });

  test('a change counts for the revision that it was made of; after it, answers for that one are left out', async () => {
    const store = await openStore(await database(), { clock });
    const { serviceSessions: sessions } = store;
    const before = await sessions.create(session('one', { expiresAt: '2026-01-03' }));
    expect(await sessions.expired('2026-01-02T23', 5)).toEqual([]);
    expect(await sessions.expired('2026-01-03T01', 5)).toEqual([before]);
    const change = { state: 'ended', reason: 'over', result: { score: 1 }, finishedAt: AT };
    const after = await sessions.change(before.number, before.revision, change);
    expect(after).toEqual({ ...before, ...change, revision: before.revision + 1 });
    expect(await sessions.change(before.number, before.revision, { state: 'open' })).toBeNull();
    const { number, revision } = before;
    expect((await sessions.append([{ session: number, revision, answer: answer(1) }])).size).toBe(
      0,
    );
    await sessions.charge(number, 0.25);
    await sessions.charge(number, 0.5);
    expect(await sessions.byId('one')).toEqual({ ...after, charged: 0.75 });
    expect(await sessions.byId('none')).toBeUndefined();
    await store.close();
  });

  test('lists are newest first, in pages', async () => {
    const store = await openStore(await database(), { clock });
    const { serviceSessions: sessions } = store;
    for (const id of ['a', 'b', 'c', 'd'])
      await sessions.create(session(id, { bank: id === 'b' ? 'other' : 'exam' }));
    const ids = async (filter = {}) => {
      const all = { banks: null, limit: 10, before: null, ...filter };
      const found = await sessions.list(all);
      return [await sessions.count(all), ...found.map(({ id }) => id)];
    };
    expect(await ids()).toEqual([4, 'd', 'c', 'b', 'a']);
    expect(await ids({ bank: 'exam', limit: 2 })).toEqual([3, 'd', 'c']);
    const { number } = (await sessions.byId('c'))!;
    expect(await ids({ bank: 'exam', before: number })).toEqual([3, 'a']);
    expect(await ids({ banks: ['other'] })).toEqual([1, 'b']);
    expect(await ids({ banks: [] })).toEqual([0]);
    expect(await ids({ state: 'ended' })).toEqual([0]);
    await store.close();
  });

  test('answers cannot be changed', async () => {
    if (dialect === 'postgres') return;
    const file = await database();
    const store = await openStore(file, { clock });
    const { number, revision } = await store.serviceSessions.create(session('one'));
    await store.serviceSessions.append([{ session: number, revision, answer: answer(1) }]);
    await store.close();
    const db = new DatabaseSync(file);
    expect(() => db.exec('update service_answers set score = 0')).toThrow(/append-only/);
    expect(() => db.exec('delete from service_answers')).toThrow(/append-only/);
    db.close();
  });
}
