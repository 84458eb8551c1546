import { describe, expect, test } from 'vitest';
import { readDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { usedParameters } from '../../../../sim/monte-carlo/truth/calibration-error.ts';
import type { StudyBank } from '../../../../sim/monte-carlo/truth/study-bank.ts';
import { drawAnswers, drawTrueModel } from '../../../../sim/monte-carlo/truth/true-model.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { simulatedItems } from '../../../cat/simulated.ts';
import { failureOf } from '../../../files/temporary.ts';
import { IS_ALL } from '../../../repetitions.ts';

const ITEMS = 200;
const items = simulatedItems('3PL', ITEMS, 'truth');
const EXAMINEES = 1500;

const truthOf = (truth: object) =>
  readDesign(
    {
      bank: { generate: { items: 2 } },
      abilities: { list: [0, 1] },
      lengths: [1],
      truth,
    },
    'd.yaml',
  ).truths[0];

/** Answers of examinees of one ability, one row each. */
function answersOf(truth: object, ability = 0.5): Uint8Array[] {
  const model = drawTrueModel(items, truthOf(truth), 'seed', 1);
  return Array.from({ length: EXAMINEES }, (_, i) => {
    const row = new Uint8Array(ITEMS);
    drawAnswers(model, ability, row, 'seed', 1, i);
    return row;
  });
}

const shareRight = (rows: readonly Uint8Array[], j: number) =>
  rows.reduce((sum, row) => sum + row[j], 0) / rows.length;
const expected = (j: number, ability = 0.5) =>
  probability(ability, items.a[j], items.b[j], items.c[j], items.d[j]);
/** Five standard errors of a share: one of 200 items beyond it in a run of ten thousand. */
const within = (p: number) => 5 * Math.sqrt((p * (1 - p)) / EXAMINEES) + 1e-9;

function each(rows: readonly Uint8Array[], p: (j: number) => number): void {
  for (let j = 0; j < ITEMS; j++)
    expect(Math.abs(shareRight(rows, j) - p(j)), `item ${j}`).toBeLessThan(within(p(j)));
}

/** Mean covariance of the answers to pairs of items. */
function covariance(
  rows: readonly Uint8Array[],
  pairs: readonly (readonly [number, number])[],
): number {
  let sum = 0;
  for (const [x, y] of pairs)
    sum +=
      rows.reduce((total, row) => total + row[x] * row[y], 0) / rows.length -
      shareRight(rows, x) * shareRight(rows, y);
  return sum / pairs.length;
}

describe('answers', () => {
  test('follow the model if the item has no fault', () => each(answersOf({}), (j) => expected(j)));

  test('are turned round as often as the noise says', () =>
    each(answersOf({ noise: { share: 0.2 } }), (j) => 0.8 * expected(j) + 0.2 * (1 - expected(j))));

  test('to wrongly keyed items are right when an error hits the key', () => {
    const truth = { wrongKeys: { share: 0.1, options: 4 } };
    const { wrongKey } = drawTrueModel(items, truthOf(truth), 'seed', 1);
    expect(wrongKey!.reduce((sum, one) => sum + one, 0)).toBe(20);
    each(answersOf(truth), (j) => (wrongKey![j] === 1 ? (1 - expected(j)) / 3 : expected(j)));
  });

  test('to drifted items follow the difficulty they have now', () => {
    const truth = { drift: { share: 0.25, mean: 0.7 } };
    const { items: now } = drawTrueModel(items, truthOf(truth), 'seed', 1);
    const moved = now.b.filter((b, j) => b !== items.b[j]);
    expect(moved).toHaveLength(50);
    now.b.forEach((b, j) => {
      if (b !== items.b[j]) expect(b - items.b[j]).toBeCloseTo(0.7, 12);
    });
    each(answersOf(truth), (j) => probability(0.5, now.a[j], now.b[j], now.c[j], now.d[j]));
  });

  test('within a testlet have something in common, and between testlets nothing', () => {
    const rows = answersOf({ testlets: { items: 4, sd: 1.5 } });
    const inside = Array.from({ length: 50 }, (_, t) => [4 * t, 4 * t + 3] as const);
    const between = Array.from({ length: 50 }, (_, t) => [4 * t + 3, (4 * t + 4) % ITEMS] as const);
    expect(covariance(rows, inside)).toBeGreaterThan(0.02);
    // Each of 50 covariances of shares is known to about 0.25/√1500.
    expect(Math.abs(covariance(rows, between))).toBeLessThan(0.003);
  });

  test('to items of a second dimension vary with it, and the others do not', () => {
    const truth = { secondDimension: { correlation: 0, loading: 0.8, share: 0.5 } };
    const { isMixed } = drawTrueModel(items, truthOf(truth), 'seed', 1);
    const of = (value: number) => [...isMixed!.keys()].filter((j) => isMixed![j] === value);
    expect(of(1)).toHaveLength(100);
    const rows = answersOf(truth);
    const pairs = (list: number[]) => list.slice(1, 51).map((j, k) => [list[k], j] as const);
    expect(covariance(rows, pairs(of(1)))).toBeGreaterThan(0.01);
    expect(Math.abs(covariance(rows, pairs(of(0))))).toBeLessThan(0.003);
    for (const j of of(0))
      expect(Math.abs(shareRight(rows, j) - expected(j))).toBeLessThan(within(expected(j)));
  });

  // Steep items at every fifth of a unit read off what they measure: each examinee's place between them.
  const places = Array.from({ length: 100 }, (_, j) => -10 + j / 5);
  const steep = itemParameters({
    a: Float64Array.from(places, () => 20),
    b: Float64Array.from(places),
    c: new Float64Array(100),
    d: new Float64Array(100).fill(1),
  });
  const READ = 1000;
  function read(secondDimension: object, population: { mean: number; sd: number }) {
    const truth = truthOf({ secondDimension });
    const model = drawTrueModel(steep, truth, 'seed', 1, population);
    const ability = Float64Array.from(
      { length: READ },
      (_, i) => population.mean + population.sd * randomNormal(randomStream('read', i)),
    );
    const measured = ability.map((theta, i) => {
      const row = new Uint8Array(100);
      drawAnswers(model, theta, row, 'seed', 1, i);
      return -10 + row.reduce((sum, u) => sum + u, 0) / 5;
    });
    return { ability, measured };
  }
  const mean = (x: Float64Array) => x.reduce((sum, v) => sum + v, 0) / x.length;
  const product = (x: Float64Array, y: Float64Array) =>
    mean(x.map((v, i) => (v - mean(x)) * (y[i] - mean(y))));
  const sd = (x: Float64Array) => Math.sqrt(product(x, x));

  test.each([
    { mean: 1, sd: 2 },
    ...(IS_ALL
      ? [
          { mean: 0, sd: 1 },
          { mean: -1, sd: 0.5 },
        ]
      : []),
  ])(
    'to a second dimension have its correlation among abilities of %j, and their mean and SD',
    (population) => {
      // A loading of 1 is the second ability itself; 0.6 and 0.5 are mixed as (0.8 + 0.3)/√(1 + 0.48).
      for (const [loading, correlation] of [
        [1, 0.5],
        [0.6, 1.1 / Math.sqrt(1.48)],
      ]) {
        const { ability, measured } = read({ correlation: 0.5, loading }, population);
        const found = product(ability, measured) / sd(ability) / sd(measured);
        // Of 1,000 examinees: a correlation is known to 0.025, an SD to 2.3%, a mean to 3.2% of an SD; the places add 0.1 to a value.
        expect(Math.abs(found - correlation)).toBeLessThan(0.05);
        expect(Math.abs(sd(measured) / sd(ability) - 1)).toBeLessThan(0.07);
        expect(Math.abs(mean(measured) - population.mean)).toBeLessThan(0.1 + 0.1 * population.sd);
      }
    },
  );

  test('to dimensions that cancel each other out are refused', () => {
    expect(
      failureOf(() => truthOf({ secondDimension: { correlation: -1, loading: Math.SQRT1_2 } }))
        .message,
    ).toContain('must not cancel out');
  });

  test('do not change by chance with what goes wrong', () => {
    const plain = answersOf({});
    const noisy = answersOf({ noise: { share: 0 }, testlets: { items: 4, sd: 1e-9 } });
    expect(noisy).toEqual(plain);
  });
});

describe('the parameters that the test uses', () => {
  const bank: StudyBank = {
    ids: Array.from({ length: ITEMS }, (_, j) => `i${j}`),
    items,
    tags: {},
    costs: null,
    standardErrors: {
      a: new Float64Array(ITEMS).fill(0.1),
      b: new Float64Array(ITEMS).fill(0.4),
      c: new Float64Array(ITEMS).fill(Number.NaN),
    },
  };
  const model = drawTrueModel(items, truthOf({}), 'seed', 1);
  const used = (calibration: object, replication = 1) =>
    usedParameters(bank, model, calibration, 'seed', replication);
  const spread = (values: readonly number[]) =>
    Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);

  test('are the true ones if the calibration has no error', () => expect(used({})).toBe(items));

  test('err by the given standard errors, else by those of the file', () => {
    const given = used({ perturb: { a: 0.3, b: 0.2, c: 0 } });
    const differences = (x: Float64Array, y: Float64Array) => Array.from(x, (v, j) => v - y[j]);
    const logs = differences(given.a.map(Math.log), items.a.map(Math.log));
    // A spread of 200 values is known to 5%.
    expect(spread(logs)).toBeGreaterThan(0.3 * 0.85);
    expect(spread(logs)).toBeLessThan(0.3 * 1.15);
    expect(spread(differences(given.b, items.b)) / 0.2).toBeCloseTo(1, 0);
    expect(given.c).toEqual(items.c);
    const own = used({ perturb: {} });
    expect(spread(differences(own.b, items.b)) / 0.4).toBeCloseTo(1, 0);
    expect(own.c).toEqual(items.c);
    expect(used({ perturb: {} }, 2).b).not.toEqual(own.b);
  });

  test('are calibrated before the drift, and with all else that is wrong', () => {
    const calibrated = (truth: object) =>
      usedParameters(
        bank,
        drawTrueModel(items, truthOf(truth), 'seed', 1, { mean: 1, sd: 2 }),
        { recalibrate: { examinees: 30, rung: '2pl' } },
        'seed',
        1,
      ).b;
    const right = calibrated({});
    expect(calibrated({ drift: { share: 1, mean: 1, sd: 0 } })).toEqual(right);
    expect(calibrated({ wrongKeys: { share: 0.1 } })).not.toEqual(right);
    expect(calibrated({ secondDimension: { loading: 0.5 } })).not.toEqual(right);
  });

  test('come from a calibration of simulated examinees, nearer the truth with more of them', () => {
    const error = (examinees: number) => {
      const { b } = used({ recalibrate: { examinees, rung: '2pl' } });
      return spread(Array.from(b, (v, j) => v - items.b[j]));
    };
    const [few, many] = [error(40), error(300)];
    expect(many).toBeLessThan(few);
    expect(many).toBeLessThan(0.8);
  });
});
