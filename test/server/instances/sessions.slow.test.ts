import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestService } from '../service.ts';
import { addBank, begin, play, scoreOf } from '../sessions/session-case.ts';
import { twoServices } from './two-services.ts';

const both = await twoServices();

describe.skipIf(both === null)('a session at two instances', () => {
  let services: TestService[];
  let key: string;
  beforeAll(async () => {
    services = [both!.a, both!.b];
    await addBank(both!.a.parts.context.store);
    key = await both!.a.key('runner');
  });
  const answer = (service: TestService, id: string, ...answers: object[]) =>
    service.ask('POST', `/v1/sessions/${id}/answers`, key, { answers });
  const pending = async (service: TestService, id: string) =>
    (await service.ask('GET', `/v1/sessions/${id}/items`, key)).body;
  const shown = async (service: TestService, id: string) => {
    const { body } = await service.ask('GET', `/v1/sessions/${id}/result`, key);
    const { id: _, ...session } = body.session;
    return { ...body, session };
  };

  test.each([
    ['paper', 1],
    ['paper', 3],
    ['robust', 1],
    ['robust', 4],
    ['random', 2],
  ] as const)(
    'by "%s" with lag %i asks alternately what it asks at one, and has the same result',
    async (strategy, lag) => {
      const request = { strategy, lag, seed: 5, items: 12 };
      const alone = await begin(both!.a, key, request);
      const { items } = await play(both!.a, key, alone);
      const id = await begin(both!.a, key, request);
      const asked: string[] = [];
      // The reply of one instance says what to answer at the other one.
      let reply = await pending(both!.a, id);
      for (let k = 0; reply.items.length > 0; k++) {
        const { item } = reply.items[0];
        asked.push(item);
        reply = (await answer(services[(k + 1) % 2], id, { item, score: scoreOf(item) })).body;
        expect(reply.results).toEqual([{ item, status: 'taken' }]);
      }
      expect(asked).toEqual(items);
      expect(reply.state).toBe('finished');
      const result = await shown(both!.b, id);
      expect(result).toEqual(await shown(both!.a, id));
      expect(result).toEqual(await shown(both!.a, alone));
    },
    60_000,
  );

  test('answers to one place at both at once: one is taken, the other repeated or refused', async () => {
    for (let k = 0; k < 12; k++) {
      const id = await begin(both!.a, key, { seed: k, lag: 1 + (k % 2) });
      const [{ item }] = (await pending(both!.b, id)).items;
      const isSame = k % 3 === 0;
      const replies = await Promise.all([
        answer(both!.a, id, { item, score: 1 }),
        answer(both!.b, id, { item, score: isSame ? 1 : 0 }),
      ]);
      const results = replies.map(({ body }) => body.results[0]);
      expect(results.filter(({ status }) => status === 'taken')).toHaveLength(1);
      const other = results.find(({ status }) => status !== 'taken');
      if (isSame) expect(other).toEqual({ item, status: 'repeated' });
      else expect(other).toMatchObject({ status: 'refused', code: 'ANSWER_GIVEN' });
      expect(await pending(both!.a, id)).toEqual(await pending(both!.b, id));
    }
  });

  test('many clients at both answer one session with many items in flight, each item once', async () => {
    const request = { seed: 9, lag: 6, items: 30 };
    const id = await begin(both!.a, key, request);
    let taken = 0;
    const client = async (service: TestService) => {
      for (;;) {
        const { state, items } = await pending(service, id);
        if (state !== 'open') return;
        for (const { item } of items) {
          const { body } = await answer(service, id, { item, score: scoreOf(item) });
          if (body.results[0].status === 'taken') taken++;
        }
      }
    };
    await Promise.all([...services, ...services].map(client));
    expect(taken).toBe(30);
    const { body } = await both!.b.ask('GET', `/v1/sessions/${id}`, key);
    expect(body).toMatchObject({ state: 'finished', answered: 30 });
    expect(body.standing.answers).toBe(30);
  });

  test('paused at one takes no answer at the other, and goes on there when it is resumed', async () => {
    const id = await begin(both!.a, key);
    const [{ item }] = (await pending(both!.b, id)).items;
    const given = { item, score: 1 };
    await both!.a.ask('POST', `/v1/sessions/${id}/pause`, key);
    const refused = await answer(both!.b, id, given);
    expect(refused.body).toMatchObject({ results: [{ code: 'SESSION_PAUSED' }] });
    await both!.a.ask('POST', `/v1/sessions/${id}/resume`, key);
    expect((await answer(both!.b, id, given)).body.results[0].status).toBe('taken');
    await both!.b.ask('POST', `/v1/sessions/${id}/end`, key);
    const late = await answer(both!.a, id, { ...given, score: 0 });
    expect(late.body).toMatchObject({ results: [{ code: 'ANSWER_GIVEN' }] });
  });

  test('an answer that is taken while the other instance ends it is in the result', async () => {
    const id = await begin(both!.a, key);
    await play(both!.a, key, id, 3);
    const [{ item }] = (await pending(both!.b, id)).items;
    const store = both!.b.parts.context.store.serviceSessions;
    const change = vi.spyOn(store, 'change').mockImplementationOnce(async (...args) => {
      // The result of three answers is ready, and now comes the fourth.
      const { body } = await answer(both!.a, id, { item, score: 1 });
      expect(body.results).toEqual([{ item, status: 'taken' }]);
      return store.change(...args);
    });
    onTestFinished(() => change.mockRestore());
    await both!.b.ask('POST', `/v1/sessions/${id}/end`, key);
    expect(await store.byId(id)).toMatchObject({
      state: 'ended',
      result: { standing: { answers: 4 } },
    });
  });

  test('lists show at each what was answered at the other', async () => {
    const id = await begin(both!.a, key, { examinee: 'listed' });
    await pending(both!.b, id);
    await play(both!.a, key, id, 4);
    const { body } = await both!.b.ask('GET', '/v1/sessions?examinee=listed', key);
    expect(body.items).toMatchObject([{ id, answered: 4 }]);
  });

  test('of a bank that has just been changed is found at the other at once', async () => {
    const { store } = both!.a.parts.context;
    await addBank(store, 'fresh');
    const first = await begin(both!.b, key, { bank: 'fresh' });
    await pending(both!.a, first);
    // The answers of one model more change every calibration.
    const { matrix } = (await store.responses('fresh'))!;
    const scores = matrix.scores.slice(0, matrix.items.length).map((score) => 1 - score);
    await store.putResponses(
      'fresh',
      { items: matrix.items, examinees: ['new'], scores },
      null,
      new Date().toISOString(),
    );
    both!.a.pass(1001);
    const id = await begin(both!.a, key, { bank: 'fresh' });
    const { status, body } = await both!.b.ask('GET', `/v1/sessions/${id}/items`, key);
    expect([status, body.items?.length]).toEqual([200, 1]);
  });
});
