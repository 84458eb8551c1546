import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Suspect, SuspectKind, SuspectReason } from '../../../item-bank/audit/suspect.ts';
import type { LiveEvent } from '../../../src/api/jobs.ts';
import { AT, itemOf, itemsOf } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin } from '../sessions/session-case.ts';

let service: TestService;
let admin: string;
let bank = '';
let banks = 0;
beforeAll(async () => {
  service = await testService();
  admin = await service.key('administrator');
});
afterAll(() => service.close());

/** Item k has the key ABCD[k % 4]. */
beforeEach(async () => {
  bank = `bank-${banks++}`;
  const { store } = service.parts.context;
  await store.addItems({ name: bank, title: bank, builtin: null }, itemsOf(0, 4), AT);
  const items = itemsOf(0, 4).map(({ id }) => id);
  const scores = Float32Array.of(1, 0, 1, 1, 0, 1, 0, 1);
  const letters = [
    ['A', 'D', 'C', 'D'],
    ['B', 'B', null, 'D'],
  ];
  await store.putResponses(bank, { examinees: ['m', 'n'], items, scores }, null, AT, { letters });
  const reason = { kind: 'wrong-key', strength: 2, text: 'Most models say D.' } as const;
  await store.putAudit(bank, {
    bankVersion: 1,
    options: {},
    at: AT,
    suspects: [
      { item: 'item-1', probability: 0.9, reasons: [reason], suggestedKey: ['D'] },
      { item: 'item-2', probability: 0.5, reasons: [], suggestedKey: null },
      { item: 'item-3', probability: 0.4, reasons: [], suggestedKey: null },
    ],
  });
});

const url = (rest = '') => `/v1/banks/${bank}/review${rest}`;
const get = async (rest = '', key = admin) => (await service.ask('GET', url(rest), key)).body;
const decide = (body: object, query = '', key = admin) =>
  service.ask('POST', url(`/decisions${query}`), key, body);
const undo = (number: number, query = '') =>
  service.ask('POST', url(`/decisions/${number}/undo${query}`), admin);

describe('the queue', () => {
  test('has the suspects by probability, page by page, and how many are reviewed', async () => {
    const first = await get('?limit=2');
    expect(first).toMatchObject({
      ...{ total: 3, suspects: 3, reviewed: 0, version: 1, changeable: true },
      audit: { at: AT, bankVersion: 1 },
    });
    expect(first.items.map(({ item }: { item: string }) => item)).toEqual(['item-1', 'item-2']);
    const next = await get(`?limit=2&cursor=${first.next}`);
    expect(next.items.map(({ item }: { item: string }) => item)).toEqual(['item-3']);
    expect(next.next).toBeNull();
    await decide({ item: 'item-2', decision: 'accept' });
    expect(await get('?state=open')).toMatchObject({ total: 2, reviewed: 1, suspects: 3 });
    expect((await get('?state=decided')).items).toMatchObject([
      { item: 'item-2', decision: { decision: 'accept', undone: false } },
    ]);
  });

  test('of a built-in bank can be read, and not decided', async () => {
    const reply = await service.ask('GET', '/v1/banks/ikp/review', admin);
    expect(reply.body).toMatchObject({ audit: null, changeable: false, version: null, items: [] });
    const refused = await service.ask('POST', '/v1/banks/ikp/review/decisions', admin, {
      ...{ item: 'x', decision: 'retire' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'REVIEW_BUILTIN']);
    const audit = await service.ask('POST', '/v1/banks/ikp/audits', admin);
    expect([audit.status, audit.body.code]).toEqual([409, 'REVIEW_BUILTIN']);
    expect(audit.body.detail).toMatch('is not reviewed');
  });

  test('shows a reviewer the question, the key, and how many models chose each letter', async () => {
    expect(await get('/items/item-1')).toMatchObject({
      ...{ item: 'item-1', type: 'single', imported: 'B', answer: 'B', decision: null },
      options: { A: 'one', B: 'two', C: 'three', D: 'four' },
      shares: { models: 2, none: 0, letters: { B: 1, D: 1 } },
      suspect: { suggestedKey: ['D'], reasons: [{ text: 'Most models say D.' }] },
    });
    expect((await get('/items/item-2')).shares).toEqual({ models: 2, none: 1, letters: { C: 1 } });
    expect((await service.ask('GET', url('/items/none'), admin)).status).toBe(404);
  });
});

describe('keys of other roles', () => {
  test('see no right answers, wherever these could stand', async () => {
    await decide({ item: 'item-1', decision: 'correct', key: ['D'], note: 'SECRET: it is D' });
    for (const role of ['runner', 'viewer'] as const) {
      const key = await service.key(role);
      const texts = await Promise.all(
        ['', '/items/item-1', '/log', '/effects'].map((rest) => get(rest, key)),
      );
      const said = JSON.stringify(texts);
      expect(said).not.toMatch(
        /SECRET|Most models say|"key"|suggestedKey|"answer"|shares|imported"/,
      );
      expect(texts[0].items[0].reasons[0].text).toBe(
        'the answers speak for another key than the printed one',
      );
      expect('question' in texts[1]).toBe(role === 'runner');
      expect((await decide({ item: 'item-2', decision: 'retire' }, '', key)).status).toBe(403);
    }
  });

  test('see no reason that names the right option, and nothing that depends on one', async () => {
    const reason = (kind: SuspectKind, strength: number) => ({ kind, strength, text: 'It is B.' });
    const suspect = (item: string, probability: number, reasons: SuspectReason[]) => ({
      ...{ item, probability, reasons, suggestedKey: null },
    });
    const audit = (suspects: readonly Suspect[]) =>
      service.parts.context.store.putAudit(bank, { bankVersion: 1, options: {}, at: AT, suspects });
    const shown = async (role: 'runner' | 'viewer') => {
      const key = await service.key(role);
      const items = ['item-0', 'item-1', 'item-2', 'item-3'].map((id) => `/items/${id}`);
      return Promise.all(['', '?state=open', ...items].map((rest) => get(rest, key)));
    };
    const shortStem = [reason('short-stem', 1)];
    await audit([suspect('item-2', 0.3, shortStem), suspect('item-3', 0.3, shortStem)]);
    const without = { runner: await shown('runner'), viewer: await shown('viewer') };
    await audit([
      suspect('item-3', 0.51, [reason('revealed-key', 0.987), ...shortStem]),
      suspect('item-2', 0.335, [...shortStem, reason('one-sided', 0.987)]),
      suspect('item-0', 0.3, [reason('revealed-key', 0.987)]),
      suspect('item-1', 0.05, [reason('one-sided', 0.987)]),
    ]);
    for (const role of ['runner', 'viewer'] as const) {
      expect(await shown(role)).toEqual(without[role]);
      expect(JSON.stringify(without[role])).not.toContain('"probability"');
      expect(without[role][0].items).toHaveLength(2);
    }
    const seen = await get();
    expect(seen.suspects).toBe(4);
    expect(seen.items[0]).toMatchObject({ item: 'item-3', probability: 0.51 });
    expect(seen.items[0].reasons[0]).toEqual(reason('revealed-key', 0.987));
  });

  test('for other banks do not see that there is one', async () => {
    const key = await service.key('viewer', { banks: ['ikp'] });
    const { status, body } = await service.ask('GET', url(), key);
    expect([status, body.code]).toEqual([404, 'NAME_UNKNOWN']);
  });
});

describe('an audit', () => {
  test('is a job, which only administrators start, and whose output only they see', async () => {
    const runner = await service.key('runner');
    const address = `/v1/banks/${bank}/audits`;
    expect((await service.ask('POST', address, runner)).status).toBe(403);
    const { status, body } = await service.ask('POST', address, admin);
    expect([status, body.kind, body.bank]).toEqual([202, 'audit', bank]);
    const { jobs } = service.parts.context.store;
    const task = (await jobs.get(body.id))!.task;
    expect(task).toMatchObject({ operation: { name: 'bank audit', options: { bank } } });
    await service.ask('DELETE', `/v1/jobs/${body.id}`, admin);
    const states = ['waiting', 'running', 'failed', 'cancelled', 'done'];
    const change = { state: 'done', error: null, result: { suspects: [{ suggestedKey: ['D'] }] } };
    await expect.poll(async () => (await jobs.get(body.id))!.finishedAt).not.toBeNull();
    await jobs.change(body.id, states, change);
    const seen = async (key: string) =>
      (await service.ask('GET', `/v1/jobs/${body.id}`, key)).body.result;
    expect(await seen(admin)).toEqual(change.result);
    expect(await seen(runner)).toBeNull();
  });
});

describe('decisions', () => {
  test('are kept with the name of the key, tell listeners, and say what they change', async () => {
    const events: LiveEvent[] = [];
    const stop = service.parts.context.events.listen((event) => events.push(event));
    const { status, body } = await decide({ item: 'item-1', decision: 'correct', key: ['D'] });
    stop();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kept: true,
      entries: [{ item: 'item-1', decision: 'correct', key: ['D'], undone: false }],
      ...{ versionBefore: 1, version: 2 },
    });
    // m answered A, D, C, D and n B, B, nothing, D: m has 4 of 4 then, and n 1.
    expect(body.effects).toMatchObject({
      items: { corrected: 1, retired: 0, restored: 0, promoted: 0 },
      recorded: { answers: 2, rescored: 2, changed: 2, missing: 0 },
      ranking: [
        { model: 'm', before: { score: 0.75, rank: 1 }, after: { score: 1, rank: 1 } },
        { model: 'n', before: { score: 0.5, rank: 2 }, after: { score: 0.25, rank: 2 } },
      ],
    });
    expect(events).toEqual([{ type: 'review', bank }]);
    expect((await get('/log')).items[0].by).toMatch(/\S/);
  });

  test('that an item does not allow are refused', async () => {
    const wrong = await decide({ item: 'item-1', decision: 'correct', key: ['E'] });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'REVIEW_REFUSED']);
    expect(wrong.body.detail).toMatch('accepted: one of A, B, C, D');
    expect((await decide({ item: 'item-1', decision: 'delete' })).status).toBe(400);
    expect((await decide({ item: 'nothing', decision: 'retire' })).status).toBe(404);
  });

  test('of a dry run change nothing', async () => {
    const { body } = await decide({ item: 'item-3', decision: 'retire' }, '?dryRun=true');
    expect(body).toMatchObject({ kept: false, version: 2, effects: { items: { retired: 1 } } });
    expect(await get('/log')).toMatchObject({ total: 0 });
    expect(await get()).toMatchObject({ reviewed: 0, version: 1 });
  });

  test('are undone by entries of their own', async () => {
    const { number } = (await decide({ item: 'item-3', decision: 'retire' })).body.entries[0];
    expect((await get('/effects')).items).toMatchObject({ retired: 1 });
    expect((await undo(number)).body).toMatchObject({
      entries: [{ item: 'item-3', decision: 'undo', undoes: number }],
      effects: { items: { restored: 1 } },
    });
    expect((await get('/effects')).items).toMatchObject({ retired: 0 });
    const { items } = await get('/log');
    expect(items).toMatchObject([
      { decision: 'undo', undone: false },
      { decision: 'retire', undone: true },
    ]);
    expect((await undo(number)).status).toBe(409);
  });
});

test('a finished session keeps its result, and the review says what its answers would be', async () => {
  const { store } = service.parts.context;
  await addBank(store, 'exam');
  const id = await begin(service, admin, { items: 6 });
  let { body } = await service.ask('GET', `/v1/sessions/${id}/items`, admin);
  const asked: string[] = [];
  while (body.items.length > 0) {
    const { item } = body.items[0];
    asked.push(item);
    // The last answer is sent as a score, so its letter is not known.
    const answer = asked.length < 6 ? { output: 'The answer is A.' } : { score: 1 };
    const answers = [{ item, ...answer }];
    ({ body } = await service.ask('POST', `/v1/sessions/${id}/answers`, admin, { answers }));
  }
  const before = (await service.ask('GET', `/v1/sessions/${id}`, admin)).body;
  expect(before.state).toBe('finished');
  service.pass(1000);
  const keyOf = (item: string) => itemOf(Number(item.slice(5)));
  const other = asked.find((item) => keyOf(item).key[0] !== 'A')!;
  const last = asked[5];
  const unlike = keyOf(last).key[0] === 'B' ? 'C' : 'B';
  bank = 'exam';
  await decide({ item: other, decision: 'correct', key: ['A'] });
  const { body: changed } = await decide({ item: last, decision: 'correct', key: [unlike] });
  expect(changed.effects.tests).toEqual([
    { run: null, session: id, examinee: 'ann', toRight: 0, toWrong: 0, missing: 1, leftOut: 0 },
  ]);
  expect((await get('/effects')).tests).toEqual([
    { run: null, session: id, examinee: 'ann', toRight: 1, toWrong: 0, missing: 1, leftOut: 0 },
  ]);
  expect((await service.ask('GET', `/v1/sessions/${id}`, admin)).body).toEqual(before);
  const { body: boards } = await service.ask('GET', '/v1/leaderboards', admin);
  expect(boards.items[0]).toMatchObject({ bank: 'exam', changedItems: 2, entries: 1 });
});
