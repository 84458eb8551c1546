import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calibrateRescore } from '../../../src/operations/calibrate/rescore.ts';
import { libraryContext } from '../../../src/operations/library-context.ts';
import { runsAnswers } from '../../../src/operations/runs/answers.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { rescore } from '../../../src/workflow/calibration/rescore.ts';
import { NO_STUDY_WATCH } from '../../../src/workflow/studies/study-watch.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, answerOf, BANK, clock, itemOf, itemsOf } from '../../store/store-case.ts';

const folder = temporaryFolder();
const ITEMS = itemsOf(0, 4).map(({ id }) => id);
/** Of the first three items; the last has no parameters. */
const A = [1.2, 0.8, 1.5];
const B = [-0.5, 0.3, 1];
let files = 0;
let store: Store;
beforeEach(async () => {
  store = await openStore(join(folder, `rescore-${++files}.db`), { clock });
  await store.addItems(BANK, itemsOf(0, 4), AT);
});
afterEach(() => store.close());

const keep = (shift: number) =>
  store.putCalibration(
    {
      ...{ bank: 'exam', bankVersion: 1, method: 'marginal', options: {}, parent: null },
      ...{ examinees: ['known'], items: ITEMS.slice(0, 3), standardErrors: null },
      parameters: {
        count: 3,
        a: Float64Array.from(A),
        b: Float64Array.from(B, (b) => b + shift),
        c: new Float64Array(3),
        d: new Float64Array(3).fill(1),
      },
    },
    AT,
  );
const record = (scores: number[]) =>
  store.putResponses(
    'exam',
    {
      examinees: ['known', 'part'],
      items: ITEMS,
      scores: Float32Array.from(scores),
    },
    null,
    AT,
  );

const probability = (theta: number, j: number, shift: number) =>
  1 / (1 + Math.exp(-A[j] * (theta - B[j] - shift)));

/** The posterior mean under N(0, 1), by a slow sum over a fine grid. */
function posteriorMean(scores: readonly number[], shift: number): number {
  let [mass, moment] = [0, 0];
  for (let theta = -6; theta <= 6; theta += 0.001) {
    let density = Math.exp((-theta * theta) / 2);
    for (const [j, score] of scores.entries()) {
      if (Number.isNaN(score)) continue;
      const p = probability(theta, j, shift);
      density *= score * p + (1 - score) * (1 - p);
    }
    mass += density;
    moment += density * theta;
  }
  return moment / mass;
}

/** The mesh of thetarank's grid, and the third decimal of the slow sum. */
const CLOSE = 4;

test.each([0, 0.7])(
  'abilities and scores follow from the kept answers, on difficulties shifted by %d',
  async (shift) => {
    const calibration = await keep(shift);
    await record([1, 1, 1, 0, 1, 0, Number.NaN, 1]);
    const { models, items } = await rescore(store, 'exam', calibration);
    expect(items).toBe(3);
    expect(models.map(({ model, rank }) => [model, rank])).toEqual([
      ['known', 1],
      ['part', 2],
    ]);
    const [known, part] = models;
    expect(known).toMatchObject({ answers: 3, isCalibratedOn: true });
    expect(known.score).toBeCloseTo(100, 9);
    const ability = posteriorMean([1, 0, Number.NaN], shift);
    expect(part).toMatchObject({ answers: 2, isCalibratedOn: false });
    expect(part.ability).toBeCloseTo(ability, CLOSE);
    // One of two right, and the third as likely as its curve says.
    expect(part.score / 100).toBeCloseTo((1 + probability(ability, 2, shift)) / 3, CLOSE);
    expect(part.low).toBeLessThan(part.score);
  },
);

test('takes the answers of one run, or of the sources that are named', async () => {
  const calibration = await keep(0);
  await record([1, 1, 1, 0, 1, 0, Number.NaN, 1]);
  const configuration = { format: 'thetarank-run', bank: 'exam', models: [{ name: 'tested' }] };
  const run = await store.createRun(configuration, 'h', AT);
  await store.append(run, [answerOf('tested', 1, { itemHash: itemOf(1).hash })]);
  await store.finishRun(run, {}, AT);
  const names = async (wanted: Parameters<typeof rescore>[3]) =>
    (await rescore(store, 'exam', calibration, wanted)).models.map(({ model }) => model).sort();
  expect(await names({})).toEqual(['known', 'part', 'tested']);
  expect(await names({ sources: ['runs'], runs: [run] })).toEqual(['tested']);
  expect(await names({ sources: ['recorded'] })).toEqual(['known', 'part']);
  const { options, run: again } = calibrateRescore;
  const given = options.parse({ bank: 'exam', calibration, ofRuns: [run] });
  const context = libraryContext(store, NO_STUDY_WATCH);
  expect((await again(given, context)).models.map(({ model }) => model)).toEqual(['tested']);
  const answers = runsAnswers.options.parse({ run });
  await expect(runsAnswers.run(answers, context)).rejects.toMatchObject({
    details: { option: 'out' },
  });
  await expect(
    rescore(store, 'exam', calibration, { sources: ['sessions'] }),
  ).rejects.toMatchObject({ code: 'BANK_WITHOUT_ANSWERS', details: { bank: 'exam' } });
});
