import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSession } from '../../../src/api/sessions.ts';
import { sessionBanks } from '../../../src/server/sessions/preparation/session-banks.ts';
import { sessions as sessionService } from '../../../src/server/sessions/sessions.ts';
import { repetitions } from '../../repetitions.ts';
import { AT, itemOf } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, recordedAnswers, scoreOf } from './session-case.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService({ configuration: { sessionsInMemory: 2 } });
  await addBank(service.parts.context.store);
});
afterAll(() => service.close());

const create = (request: object, by = service.parts.sessions) =>
  by.create(newSession.parse({ bank: 'exam', examinee: 'ann', items: 10, ...request }), 'test');

/** The items of a session that is answered in order and never leaves memory, and where it stands at the end. */
async function reference(request: object) {
  const { sessions } = service.parts;
  const { id } = await create(request);
  for (;;) {
    const { items } = await sessions.pending(id, false);
    if (items.length === 0) break;
    await sessions.answer(id, [{ item: items[0].item, score: scoreOf(items[0].item) }]);
  }
  const asked = (await sessions.answers(id)).map(({ item }) => item);
  return { asked, standing: (await sessions.get(id)).standing };
}

/** Another service on the same database, with nothing in memory. */
const another = () => {
  const { context, configuration, calibrations } = service.parts;
  const banks = sessionBanks(context.store, () => context.elapsed());
  return sessionService(context, configuration, calibrations, banks);
};

test('the same answers in any order, repeated, from any of two services, restarted: the same items and standing', async () => {
  const known = new Map<string, Awaited<ReturnType<typeof reference>>>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('paper', 'random', 'balanced', 'robust'),
      fc.integer({ min: 1, max: 4 }),
      fc.infiniteStream(fc.nat(1000)),
      async (strategy, lag, chance) => {
        const draw = (below: number) => chance.next().value % below;
        const request = { strategy, lag, seed: 7 };
        const key = JSON.stringify(request);
        const expected = known.get(key) ?? (await reference(request));
        known.set(key, expected);
        const processes = [another(), another()];
        const { id } = await create(request, processes[0]);
        for (let steps = 0; steps < 200; steps++) {
          const own = draw(processes.length);
          if (draw(8) === 0) {
            await processes[own].close();
            processes[own] = another();
          }
          const { items } = await processes[own].pending(id, false);
          if (items.length === 0) break;
          expect(items.length).toBeLessThanOrEqual(lag);
          const { item } = items[draw(items.length)];
          const answers = [{ item, score: scoreOf(item) }];
          const by = processes.slice(0, 1 + draw(2));
          await Promise.all(by.map((one) => one.answer(id, answers)));
        }
        const asked = (await processes[0].answers(id)).map(({ item }) => item);
        expect(asked).toEqual(expected.asked);
        expect((await processes[1].get(id)).standing).toEqual(expected.standing);
        await Promise.all(processes.map((one) => one.close()));
      },
    ),
    { numRuns: repetitions(12, 3), seed: 3, endOnFailure: true },
  );
});

test('a session says that its bank has changed, and keeps its result', async () => {
  const { store } = service.parts.context;
  await addBank(store, 'changing');
  const open = await create({ bank: 'changing', strategy: 'paper' });
  const over = await create({ bank: 'changing', strategy: 'random', items: 1 });
  const { sessions } = service.parts;
  for (const { id } of [open, over]) {
    const { items } = await sessions.pending(id, false);
    await sessions.answer(id, [{ item: items[0].item, score: 1 }]);
  }
  const before = await sessions.result(over.id);
  const { examinees, ...rest } = recordedAnswers();
  await store.putResponses(
    'changing',
    { ...rest, examinees: examinees.map((n) => `${n}b`) },
    null,
    AT,
  );
  await store.addItems({ name: 'changing', title: 'changing', builtin: null }, [itemOf(1000)], AT);
  service.pass(2000);
  for (const call of [
    () => sessions.pending(open.id, false),
    () => sessions.answer(open.id, [{ item: 'item-1', score: 1 }]),
    () => another().pending(open.id, false),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'SESSION_BANK_CHANGED' });
  expect(await another().result(over.id)).toEqual(before);
  expect((await another().get(open.id)).answered).toBe(1);
  expect((await another().trace(open.id)).places).toMatchObject([
    { place: 1, score: 1, ability: null },
  ]);
  expect(await another().end(open.id)).toMatchObject({ state: 'ended', standing: null });
});
