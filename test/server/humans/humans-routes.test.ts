import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT, itemOf } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { begin, ITEMS, play, recordedAnswers } from '../sessions/session-case.ts';

/** Accuracy and respondents of the first 50 items; the others were answered by nobody. */
const humanOf = (k: number) =>
  k < 50 ? { human: { accuracy: 0.2 + (k % 8) / 10, respondents: 10 + 7 * k } } : {};

describe('people over HTTP', () => {
  let service: TestService;
  let viewer: string;
  beforeAll(async () => {
    service = await testService();
    const { store } = service.parts.context;
    const items = Array.from({ length: ITEMS }, (_, k) => ({ ...itemOf(k), ...humanOf(k) }));
    await store.addItems({ name: 'exam', title: 'exam', builtin: null }, items, AT);
    await store.putResponses('exam', recordedAnswers(), null, AT);
    await store.addItems({ name: 'bare', title: 'bare', builtin: null }, [itemOf(0)], AT);
    viewer = await service.key('viewer');
  });
  afterAll(() => service.close());
  const pooled = (own: readonly number[]) => {
    const answers = own.map((k) => humanOf(k).human!);
    const right = answers.reduce(
      (sum, { accuracy, respondents }) => sum + accuracy * respondents,
      0,
    );
    return (100 * right) / answers.reduce((sum, { respondents }) => sum + respondents, 0);
  };
  const all = Array.from({ length: 50 }, (_, k) => k);

  test('overall and by tag, for readers of the bank alone', async () => {
    const url = '/v1/banks/exam/humans';
    const { status, body } = await service.ask('GET', url, viewer);
    expect(status).toBe(200);
    expect(body.baseline).toMatchObject({ of: ITEMS, weights: 'respondents', models: [] });
    expect(body.baseline.overall.accuracy).toBeCloseTo(pooled(all), 9);
    expect(body.recordedModels).toHaveLength(9);
    const subjects = body.baseline.strata.find(
      ({ tags }: { tags: string[] }) => tags[0] === 'subject',
    );
    const s3 = subjects.rows.find(({ values }: { values: string[] }) => values[0] === 's3');
    expect(s3.accuracy).toBeCloseTo(pooled(all.filter((k) => k % 7 === 3)), 9);
    // No question, no option and no key.
    expect(JSON.stringify(body)).not.toMatch(/which one|哪一个|"key"/);
    const elsewhere = await service.key('viewer', { banks: ['bare'] });
    expect((await service.ask('GET', url, elsewhere)).status).toBe(404);
    expect((await service.ask('GET', url)).status).toBe(401);
  });

  test('with a model beside people, and tags together', async () => {
    const query = 'model=model-8&strata=subject%2Bward';
    const { body } = await service.ask('GET', `/v1/banks/exam/humans?${query}`, viewer);
    const { overall, strata, models } = body.baseline;
    expect(models).toEqual(['model-8']);
    expect(overall.models[0].difference).toBeCloseTo(overall.models[0].score - overall.accuracy, 9);
    expect(strata).toMatchObject([{ tags: ['subject', 'ward'], without: 0 }]);
    const clustered = await service.ask('GET', '/v1/banks/exam/humans?clusterBy=ward', viewer);
    expect(clustered.body.baseline.clusters.tag).toBe('ward');
    expect(body.baseline.clusters).toBeNull();
    for (const wrong of ['model=nobody', 'strata=depth', 'clusterBy=depth']) {
      const reply = await service.ask('GET', `/v1/banks/exam/humans?${wrong}`, viewer);
      expect([reply.status, reply.body.code]).toEqual([404, 'NAME_UNKNOWN']);
    }
  });

  test('a bank without human figures has none; a built-in one too', async () => {
    for (const bank of ['bare', 'mmlu-pro'])
      expect((await service.ask('GET', `/v1/banks/${bank}/humans`, viewer)).body).toEqual({
        bank,
        baseline: null,
        recordedModels: [],
        tagWords: null,
      });
  });

  test('a bank that was removed and imported again has its new figures', async () => {
    const { store } = service.parts.context;
    const bank = { name: 'again', title: 'again', builtin: null };
    await store.addItems(bank, [itemOf(0), itemOf(1)], AT);
    expect((await service.ask('GET', '/v1/banks/again/humans', viewer)).body.baseline).toBeNull();
    await store.removeBank('again');
    const human = { accuracy: 0.25, respondents: 8 };
    const later = '2026-02-02T00:00:00.000Z';
    await store.addItems(bank, [{ ...itemOf(0), human }, itemOf(1)], later);
    const { body } = await service.ask('GET', '/v1/banks/again/humans', viewer);
    expect(body.baseline.overall).toMatchObject({ accuracy: 25, expected: null });
  });

  test('stand beside the models of leaderboards without a rank, in every format', async () => {
    const runner = await service.key('runner');
    await play(service, runner, await begin(service, runner, { strategy: 'random', items: 30 }));
    const [{ id }] = (await service.ask('GET', '/v1/leaderboards', viewer)).body.items;
    const url = `/v1/leaderboards/${id}`;
    const { body } = await service.ask('GET', url, viewer);
    expect(body.humans.accuracy).toBeCloseTo(pooled(all), 9);
    expect(body.humans).toMatchObject({ items: 50, of: ITEMS });
    expect(body.humans.tags.subject.s3.accuracy).toBeCloseTo(
      pooled(all.filter((k) => k % 7 === 3)),
      9,
    );
    expect(body.rows).toHaveLength(10);
    expect(body.beats).toHaveLength(10);
    expect(body.rows.map(({ examinee }: { examinee: string }) => examinee)).not.toContain('people');
    // The interval of the target: these items are known better than items like these.
    const recorded = (await service.ask('GET', `${url}?target=recorded`, viewer)).body.humans;
    expect(recorded.high - recorded.low).toBeLessThan(body.humans.high - body.humans.low);
    const file = async (format: string) =>
      (await service.ask('GET', `${url}/export?format=${format}`, viewer)).body;
    const lines = (await file('csv')).trim().split('\n');
    expect(lines.at(-1)).toMatch(/^,,,people,humans,\d/);
    expect(await file('html')).toMatch(
      /<line class="reference"[\s\S]*People \(average of 182 resp/,
    );
    expect(await file('svg')).toMatch(/stroke-dasharray="4,3"/);
    // Items were added: the leaderboard is of a bank that is gone.
    const { store } = service.parts.context;
    await store.addItems({ name: 'exam', title: 'exam', builtin: null }, [itemOf(99)], AT);
    service.pass(2000);
    expect((await service.ask('GET', url, viewer)).body.humans).toBeNull();
    // A leaderboard outlives its bank.
    await store.removeBank('exam');
    service.pass(2000);
    expect((await service.ask('GET', url, viewer)).body).toMatchObject({
      bank: 'exam',
      humans: null,
    });
  });
});
