import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sessionDetail, trace } from '../../../src/api/sessions.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { IS_ALL } from '../../repetitions.ts';
import { AT, itemOf } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin, ITEMS, play } from './session-case.ts';

/** Items 60 to 69 are new. */
const FRESH = Array.from({ length: 10 }, (_, k) => `item-${ITEMS + k}`);
const isFresh = (item: string) => FRESH.includes(item);
const CLEO = { strategy: 'paper', examinee: 'cleo', pretest: 5 };

let service: TestService;
let runner: string;
beforeAll(async () => {
  service = await testService({ configuration: { sessionsInMemory: 2 } });
  const { store } = service.parts.context;
  await addBank(store);
  const items = FRESH.map((_, k) => ({ ...itemOf(ITEMS + k), status: 'pretest' as const }));
  await store.addItems({ name: 'exam', title: 'exam', builtin: null }, items, AT);
  runner = await service.key('runner');
});
afterAll(() => service.close());

const get = async (id: string, part = '') =>
  (await service.ask('GET', `/v1/sessions/${id}${part}`, runner)).body;

describe.each(IS_ALL ? ['paper', 'robust', 'random', 'balanced'] : ['paper', 'random'])(
  'a %s session with pretest items',
  (strategy) => {
    test('asks the same other items and gets the same result; the trace marks what does not count', async () => {
      const plain = await begin(service, runner, { strategy, examinee: 'bob' });
      const own = await begin(service, runner, { strategy, examinee: 'bob', pretest: 4 });
      const without = await play(service, runner, plain);
      const with_ = await play(service, runner, own);
      expect(with_.items.filter(isFresh)).toHaveLength(4);
      expect(with_.items.filter((item) => !isFresh(item))).toEqual(without.items);
      expect(with_.last).toMatchObject({ state: 'finished', asked: 16, answered: 16, length: 16 });
      const [a, b] = [await get(plain), await get(own)];
      expect(b.standing).toEqual(a.standing);
      expect(sessionDetail.parse(b)).toEqual(b);
      expect([a.pretest, b.pretest]).toEqual([undefined, 4]);
      const traced = await get(own, '/trace');
      expect(trace.parse(traced)).toEqual(traced);
      for (const place of traced.places)
        expect(place.pretest === true, place.item).toBe(isFresh(place.item));
      const exported = await get(own, '/export');
      const marked = exported.answers.filter((answer: { pretest?: boolean }) => answer.pretest);
      expect(marked.map(({ item }: { item: string }) => item).every(isFresh)).toBe(true);
      expect(marked).toHaveLength(4);
    });
  },
);

test('a session goes on with what was known when it began, after others have answered and from its record alone', async () => {
  const first = await begin(service, runner, { ...CLEO, items: 20 });
  const alike = await begin(service, runner, { ...CLEO, items: 20 });
  const { items } = await play(service, runner, alike);
  const began = await play(service, runner, first, 9);
  // Others answer pretest items meanwhile, and put the session out of memory.
  for (const examinee of ['d', 'e', 'f']) {
    const id = await begin(service, runner, { ...CLEO, examinee, pretest: 6, items: 20, seed: 3 });
    await play(service, runner, id);
  }
  const rest = await play(service, runner, first);
  expect([...began.items, ...rest.items]).toEqual(items);
  const later = await begin(service, runner, { ...CLEO, items: 20 });
  const { store } = service.parts.context;
  const planOf = async (id: string) =>
    ((await store.serviceSessions.byId(id))!.configuration as { pretestPlan: { items: object[] } })
      .pretestPlan.items as { item: string; answers: number; b: number; sd: number }[];
  const answersIn = async (id: string) =>
    (await planOf(id)).reduce((sum, { answers }) => sum + answers, 0);
  // Four sessions of five and of six items each have ended since the first one began.
  expect((await answersIn(later)) - (await answersIn(first))).toBe(2 * 5 + 3 * 6);
  for (const { b, sd } of await planOf(later)) {
    expect(Number.isFinite(b)).toBe(true);
    expect(sd).toBeGreaterThan(0);
  }
});

test('more pretest items than the bank or the test has are refused', async () => {
  const create = (body: object) =>
    service.ask('POST', '/v1/sessions', runner, {
      ...{ bank: 'exam', examinee: 'x', strategy: 'paper', items: 12, ...body },
    });
  for (const body of [{ pretest: 11 }, { items: 3, pretest: 4 }]) {
    const { status, body: problem } = await create(body);
    expect(status).toBe(400);
    expect(problem.detail).toContain('accepted: 0 to');
  }
});

test('a model that the service asks gets pretest items too; they cost, and count for its budget', async () => {
  const server = standIn({
    answerers: [
      { models: ['letters'], answer: () => ({ text: 'The answer is (A).', thinking: null }) },
    ],
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const asking = await testService({
    configuration: {
      allowedHosts: [new URL(url).host],
      models: [
        endpointConfiguration({
          ...{ name: 'letters', baseUrl: `${url}/v1`, model: 'letters' },
          sampling: { maxTokens: 100 },
          price: { prompt: 1, completion: 1 },
        }),
      ],
    },
  });
  onTestFinished(async () => {
    await asking.close();
    await server.close();
  });
  const { store } = asking.parts.context;
  await addBank(store);
  const items = FRESH.map((_, k) => ({ ...itemOf(ITEMS + k), status: 'pretest' as const }));
  await store.addItems({ name: 'exam', title: 'exam', builtin: null }, items, AT);
  const key = await asking.key('runner');
  const model = { model: 'letters', budget: 5, lag: 4 };
  const ids = [
    await begin(asking, key, { ...model, examinee: 'letters' }),
    await begin(asking, key, { ...model, examinee: 'letters', pretest: 3 }),
  ];
  const states = async () =>
    Promise.all(ids.map((id) => asking.ask('GET', `/v1/sessions/${id}`, key)));
  await expect
    .poll(async () => (await states()).map(({ body }) => body.state))
    .toEqual(['finished', 'finished']);
  const [plain, own] = (await states()).map(({ body }) => body);
  expect([plain.answered, own.answered]).toEqual([12, 15]);
  expect(own.standing).toEqual(plain.standing);
  const administrator = await asking.key('administrator');
  const { body } = await asking.ask('GET', `/v1/sessions/${ids[1]}/export`, administrator);
  const sum = body.answers.reduce(
    (cost: number, answer: { cost: number }) => cost + answer.cost,
    0,
  );
  expect(own.cost).toBeCloseTo(sum, 12);
  expect(own.cost).toBeGreaterThan(plain.cost);
  const marked = body.answers.filter((answer: { pretest?: boolean }) => answer.pretest);
  expect(marked).toHaveLength(3);
  for (const { item, score } of marked) {
    expect(isFresh(item)).toBe(true);
    // The key of item k is ABCD[k % 4].
    expect(score).toBe(Number(item.slice('item-'.length)) % 4 === 0 ? 1 : 0);
  }
});
