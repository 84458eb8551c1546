import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin, recordedAnswers } from './session-case.ts';

const { items } = recordedAnswers();
/** Flagged items are the steepest: information alone would choose them first. */
const flagged = items.filter((_, j) => j % 10 === 0);

let service: TestService;
let runner: string;
beforeAll(async () => {
  service = await testService();
  const { store } = service.parts.context;
  await addBank(store);
  const column = (of: (j: number) => number) => Float64Array.from(items, (_, j) => of(j));
  await store.putCalibration(
    {
      bank: 'exam',
      bankVersion: 1,
      method: 'fit',
      parent: null,
      examinees: [],
      options: { flags: Object.fromEntries(flagged.map((item) => [item, ['negative-slope']])) },
      items,
      parameters: {
        count: items.length,
        a: column((j) => (j % 10 === 0 ? 3 : 1)),
        b: column(() => 0),
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

async function asked(includeFlagged: boolean | undefined) {
  const given = includeFlagged === undefined ? {} : { includeFlagged };
  const request = {
    examinee: `new ${includeFlagged}`,
    calibration: 1,
    strategy: 'paper',
    items: 8,
  };
  const id = await begin(service, runner, { ...request, ...given });
  const url = `/v1/sessions/${id}`;
  const all: string[] = [];
  let { body } = await service.ask('GET', `${url}/items`, runner);
  while (body.items.length > 0) {
    const [{ item }] = body.items;
    all.push(item);
    const answers = [{ item, score: all.length % 2 }];
    ({ body } = await service.ask('POST', `${url}/answers`, runner, { answers }));
  }
  const { leftOut } = (await service.ask('GET', url, runner)).body;
  return { found: all.filter((item) => flagged.includes(item)).length, leftOut };
}

test('a session leaves flagged items of its calibration out and says how many, unless they are asked for', async () => {
  expect(await asked(undefined)).toEqual({ found: 0, leftOut: flagged.length });
  const included = await asked(true);
  expect(included.leftOut).toBe(0);
  expect(included.found).toBe(Math.min(8, flagged.length));
});
