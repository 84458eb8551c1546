import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin, recordedAnswers } from '../sessions/session-case.ts';

const { items, examinees, scores } = recordedAnswers();
/** The easier half, which alone has parameters. */
const easy = items.filter((_, j) => (j * 7) % items.length < items.length / 2);
const scoreOn = (model: string, some: readonly string[]) => {
  const own = some.map((id) => scores[examinees.indexOf(model) * items.length + items.indexOf(id)]);
  return (100 * own.reduce((x, y) => x + y, 0)) / some.length;
};

let service: TestService;
let runner: string;
beforeAll(async () => {
  service = await testService();
  const { store } = service.parts.context;
  await addBank(store);
  const column = (of: (j: number) => number) => Float64Array.from(easy, (_, j) => of(j));
  await store.putCalibration(
    {
      bank: 'exam',
      bankVersion: 1,
      method: 'fit',
      parent: null,
      examinees: [],
      options: {},
      items: easy,
      parameters: {
        count: easy.length,
        a: column(() => 1),
        b: column((j) => j / 15 - 3),
        c: column(() => 0),
        d: column(() => 1),
      },
      standardErrors: null,
    },
    AT,
  );
  runner = await service.key('runner');
});
afterAll(() => service.close());

/** Has a recorded model answer as it is recorded. */
async function tested(model: string, request = {}): Promise<string> {
  const id = await begin(service, runner, {
    ...{ strategy: 'paper', examinee: model.toUpperCase() },
    ...request,
  });
  const url = `/v1/sessions/${id}`;
  let { body } = await service.ask('GET', `${url}/items`, runner);
  while (body.items.length > 0) {
    const [{ item }] = body.items;
    const answers = [{ item, score: scoreOn(model, [item]) / 100 }];
    ({ body } = await service.ask('POST', `${url}/answers`, runner, { answers }));
  }
  return id;
}

test('a calibration of a part of a bank: tests and recorded models are scored on the same items', async () => {
  const id = await tested('model-4', { calibration: 1 });
  const summary = (await service.ask('GET', `/v1/sessions/${id}`, runner)).body;
  const scored = { items: easy.length, of: items.length };
  expect(summary).toMatchObject({ scored, recordedAs: 'model-4' });
  const [board] = (await service.ask('GET', '/v1/leaderboards', runner)).body.items;
  expect(board).toMatchObject({ calibration: 1, scored, entries: 1, recorded: 8 });
  const { rows } = (await service.ask('GET', `/v1/leaderboards/${board.id}`, runner)).body;
  for (const row of rows) {
    const name = row.examinee.toLowerCase();
    const score = row.kind === 'session' ? row.known : row.score;
    expect(score).toBeCloseTo(scoreOn(name, easy), 9);
    expect(row.of).toBe(easy.length);
  }
  expect(rows.map(({ examinee }: { examinee: string }) => examinee.toLowerCase()).sort()).toEqual(
    examinees,
  );
  const own = rows.find(({ kind }: { kind: string }) => kind === 'session');
  const result = (await service.ask('GET', `/v1/sessions/${id}/result`, runner)).body;
  expect(result).toMatchObject({ place: own.rank, recorded: 8 });
  // On the whole bank it would stand elsewhere.
  expect(scoreOn('model-4', items)).toBeLessThan(own.low);
});

test('sessions say the rules they follow, and those of other rules stand elsewhere', async () => {
  const rules = { strategy: 'adaptive', items: 5, calibration: 1 };
  const first = await tested('model-2', { ...rules, adaptive: { estimator: 'ml' } });
  const adaptive = { estimator: 'eap', prior: { mean: 3, sd: 0.3 }, exclude: ['item-1'] };
  const second = await tested('model-2', { ...rules, adaptive });
  const summary = (await service.ask('GET', `/v1/sessions/${second}`, runner)).body;
  expect(summary.adaptive).toMatchObject({ ...adaptive, exclude: 1, enemies: 0 });
  const boards = (await service.ask('GET', '/v1/leaderboards', runner)).body.items;
  const own = boards.filter(({ strategy }: { strategy: string }) => strategy === 'adaptive');
  expect(own.map(({ entries }: { entries: number }) => entries)).toEqual([1, 1]);
  const url = `/v1/comparisons?a=${first}&b=${second}`;
  const { body } = await service.ask('GET', url, runner);
  expect(body).toMatchObject({ comparable: false, probability: null });
  expect(body.a).toMatchObject({ verified: false });
});
