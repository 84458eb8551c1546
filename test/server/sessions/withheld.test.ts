import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from '../service.ts';
import { addBank, begin } from './session-case.ts';

describe('scores of single answers, where the service scores them', () => {
  let service: TestService;
  let administrator: string;
  let runner: string;
  let id: string;
  beforeAll(async () => {
    service = await testService();
    await addBank(service.parts.context.store);
    administrator = await service.key('administrator');
    runner = await service.key('runner');
    id = await begin(service, runner, { scoring: 'service', strategy: 'paper', items: 12, lag: 4 });
  });
  afterAll(() => service.close());

  // biome-ignore lint/suspicious/noExplicitAny: a reply may be anything
  const get = async (path: string, key: string): Promise<any> =>
    (await service.ask('GET', path, key)).body;
  const answer = async (output: string) => {
    const { items } = await get(`/v1/sessions/${id}/items`, runner);
    const answers = items.map(({ item }: { item: string }) => ({ item, output }));
    return service.ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
  };
  /** All that tells whether an answer was right, at every door. */
  const told = async (key: string) => {
    const own = `/v1/sessions/${id}`;
    const [trace, whole] = [await get(`${own}/trace`, key), await get(`${own}/export`, key)];
    const csv: string = await get(`${own}/export?format=csv`, key);
    const [head, ...rows] = csv.trim().split('\n');
    const column = (name: string) =>
      rows.map((row) => row.split(',')[head.split(',').indexOf(name)]);
    const paths = [trace, whole.trace].map(({ places }) =>
      places.map(({ ability }: { ability: number | null }) => ability),
    );
    return {
      scores: [...trace.places, ...whole.trace.places, ...whole.answers]
        .map(({ score }) => score)
        .concat(column('score').filter((cell) => cell !== ''))
        .filter((score) => score !== null),
      paths: [...paths, column('ability').map((cell) => (cell === '' ? null : cell))].map((path) =>
        path.flatMap((ability: unknown, k: number) => (ability === null ? [] : [k])),
      ),
      standings: [
        (await get(own, key)).standing,
        (await get(`${own}/result`, key)).standing,
        (await get('/v1/sessions', key)).items[0].standing,
        whole.session.standing,
        whole.result.standing,
      ].filter((standing) => standing !== null).length,
    };
  };

  test('are told to nobody before the end, nor by how the score moves', async () => {
    expect((await answer('A')).status).toBe(200);
    const nothing = { scores: [], paths: [[], [], []], standings: 0 };
    expect(await told(runner)).toEqual(nothing);
    expect(await told(administrator)).toEqual(nothing);
    const compared = await service.ask('GET', `/v1/comparisons?a=${id}&b=${id}`, runner);
    expect(compared.body.code).toBe('SESSION_WITHOUT_ANSWERS');
  });

  test('are told after the end to keys alone that may see answer keys', async () => {
    for (const output of ['B', 'C']) await answer(output);
    const { state } = await get(`/v1/sessions/${id}`, runner);
    expect(state).toBe('finished');
    expect(await told(runner)).toEqual({ scores: [], paths: [[11], [11], [11]], standings: 5 });
    const all = await told(administrator);
    expect(all.scores).toHaveLength(4 * 12);
    expect(all.paths[0].length).toBeGreaterThan(2);
    const viewer = await service.key('viewer');
    const { places } = await get(`/v1/sessions/${id}/trace`, viewer);
    expect(new Set(places.map(({ score }: { score: unknown }) => score))).toEqual(new Set([null]));
  });

  test('are told of no output, also in a session that takes scores', async () => {
    id = await begin(service, runner, { strategy: 'paper', items: 12, lag: 4 });
    await answer('A');
    expect((await get(`/v1/sessions/${id}`, runner)).scoring).toBe('service');
    const nothing = { scores: [], paths: [[], [], []], standings: 0 };
    expect(await told(runner)).toEqual(nothing);
    const { places } = await get(`/v1/sessions/${id}/trace`, runner);
    // A repeated answer must not tell either.
    for (const score of [0, 1]) {
      const answers = [{ item: places[0].item, score }];
      const { body } = await service.ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
      expect(body.results).toMatchObject([{ status: 'refused', code: 'ANSWER_GIVEN' }]);
    }
    for (const output of ['B', 'C']) await answer(output);
    await service.ask('POST', `/v1/sessions/${id}/end`, runner);
    expect((await told(runner)).scores).toEqual([]);
    expect((await told(administrator)).scores).toHaveLength(4 * 12);
  });

  test('are told to their sender, who scored them', async () => {
    const own = await begin(service, runner, { items: 12 });
    const { items } = await get(`/v1/sessions/${own}/items`, runner);
    const answers = [{ item: items[0].item, score: 1 }];
    await service.ask('POST', `/v1/sessions/${own}/answers`, runner, { answers });
    expect((await get(`/v1/sessions/${own}/trace`, runner)).places[0].score).toBe(1);
    expect((await get(`/v1/sessions/${own}`, runner)).standing.answers).toBe(1);
  });
});
