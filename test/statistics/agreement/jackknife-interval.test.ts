import { describe, expect, it, test } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { chanceDisagreement } from '../../../src/statistics/agreement/disagreement-ends.ts';
import {
  coefficientInterval,
  shareInterval,
} from '../../../src/statistics/agreement/jackknife-interval.ts';
import { kappa } from '../../../src/statistics/agreement/kappa.ts';
import { krippendorffAlpha } from '../../../src/statistics/agreement/krippendorff-alpha.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';
import { pearson } from '../../../src/statistics/pearson.ts';

/** Grades without ties. */
const FINE = { chance: 1, isOfSquares: true };
const single = (n: number) => Array.from({ length: n }, (_, k) => [k]);
const pick = (values: readonly number[], rows: Int32Array) =>
  Array.from(rows, (row) => values[row]);

describe('the interval of a coefficient', () => {
  it('is that of Fisher for many independent pairs', () => {
    const random = randomStream(1, 'pairs');
    const x = Array.from({ length: 150 }, () => randomNormal(random));
    const y = x.map((one) => 0.6 * one + 0.8 * randomNormal(random));
    const r = pearson(x, y)!;
    const { low, high } = coefficientInterval(
      r,
      single(150),
      (rows) => pearson(pick(x, rows), pick(y, rows)),
      FINE,
    );
    const half = 1.645 / Math.sqrt(147);
    // The error is measured from 150 pairs: it has an error of 6% itself.
    expect(low!).toBeCloseTo(Math.tanh(Math.atanh(r) - half), 1);
    expect(high!).toBeCloseTo(Math.tanh(Math.atanh(r) + half), 1);
  });

  it('leaves out units whole: a pair that is there four times is no more than one', () => {
    const random = randomStream(2, 'pairs');
    const x = Array.from({ length: 20 }, () => randomNormal(random));
    const y = x.map((one) => one + randomNormal(random));
    const times = (values: readonly number[]) => values.flatMap((one) => [one, one, one, one]);
    const units = single(20).map(([k]) => [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3]);
    const of = (a: readonly number[], b: readonly number[]) => (rows: Int32Array) =>
      pearson(pick(a, rows), pick(b, rows));
    const one = coefficientInterval(pearson(x, y), single(20), of(x, y), FINE);
    const four = coefficientInterval(pearson(x, y), units, of(times(x), times(y)), FINE);
    expect(four.low).toBeCloseTo(one.low!, 9);
    expect(four.high).toBeCloseTo(one.high!, 9);
  });

  it('more than 200 units are left out in groups, with nearly the same result', () => {
    const random = randomStream(3, 'pairs');
    const x = Array.from({ length: 1000 }, () => randomNormal(random));
    const y = x.map((one) => one + randomNormal(random));
    let evaluations = 0;
    const of = (rows: Int32Array) => {
      evaluations++;
      return pearson(pick(x, rows), pick(y, rows));
    };
    const { low, high } = coefficientInterval(pearson(x, y), single(1000), of, FINE);
    expect(evaluations).toBe(200);
    const half = 1.645 / Math.sqrt(997);
    // The error of 200 groups has an error of 5% itself.
    const width = Math.atanh(high!) - Math.atanh(low!);
    expect(Math.abs(width / (2 * half) - 1)).toBeLessThan(0.2);
  });

  it('is no point if all agree; that needs five units, and anything else three', () => {
    const grades = [1, 2, 3, 4, 5, 1, 2, 3];
    const of = (n: number) => {
      const own = grades.slice(0, n);
      const statistic = (rows: Int32Array) => kappa(pick(own, rows), pick(own, rows), 'none');
      const grading = { chance: chanceDisagreement(own, own), isOfSquares: false };
      return coefficientInterval(1, single(n), statistic, grading);
    };
    expect(of(4)).toEqual({ low: null, high: null });
    expect(of(5).high).toBe(1);
    expect(of(5).low!).toBeLessThan(0.5);
    expect(of(8).low!).toBeGreaterThan(of(5).low!);
    const [x, y] = [
      [1, 2, 3],
      [1, 3, 2],
    ];
    const r = (rows: Int32Array) => pearson(pick(x, rows), pick(y, rows));
    expect(coefficientInterval(0.5, single(2), r, FINE)).toEqual({ low: null, high: null });
    expect(coefficientInterval(0.5, single(3), r, FINE).low).toBeLessThan(0);
  });

  it('a small disagreement of one unit tells no more than none: not of larger ones, and of its frequency one in n', () => {
    const [n, raters] = [30, 2];
    const grades = Float64Array.from({ length: n * raters }, (_, i) => 1 + ((i >> 1) % 5));
    const alphaOf = (own: Float64Array) => {
      const of = (rows?: Int32Array) => krippendorffAlpha(own, raters, 'interval', rows);
      const x = own.filter((_, i) => i % 2 === 0);
      const grading = { chance: chanceDisagreement(x), isOfSquares: true };
      return { value: of()!, ...coefficientInterval(of()!, single(n), of, grading) };
    };
    const perfect = alphaOf(grades);
    const own = alphaOf(grades.with(1, 2));
    // (1 − .05^(1/30)) / .8, the chance disagreement of five grades that are equally frequent.
    expect(perfect.low!).toBeCloseTo(1 - (1 - 0.05 ** (1 / n)) / 0.8, 12);
    expect(own.low!).toBeLessThanOrEqual(perfect.low!);
    // One in n is seen with a probability of 5% if the true share is 1 − .95^(1/n), about a twentieth of 1/n.
    expect(own.high!).toBeCloseTo(1 - (1 - own.value) * n * (1 - 0.95 ** (1 / n)), 12);
  });

  it('is not known if one unit alone makes it defined', () => {
    const [x, y] = [
      [5, 5, 5, 5, 5, 4],
      [5, 4, 5, 4, 5, 4],
    ];
    const statistic = (rows: Int32Array) => kappa(pick(x, rows), pick(y, rows), 'none');
    expect(coefficientInterval(0.3, single(6), statistic, FINE)).toEqual({ low: null, high: null });
  });
});

describe('the interval of a share', () => {
  const shareOf = (values: readonly number[]) => (rows: Int32Array) =>
    rows.reduce((sum, row) => sum + values[row], 0) / rows.length;

  it('is about that of Wilson for independent rows, and wider for rows that hang together', () => {
    const values = Array.from({ length: 100 }, (_, k) => Number(k % 10 < 7));
    const { low, high } = shareInterval(0.7, single(100), shareOf(values));
    // By hand: Wilson's of 70 of 100, with z of 90%, is .6202 to .7692; Student's t makes it 1% wider.
    expect(low!).toBeCloseTo(0.62, 2);
    expect(high!).toBeCloseTo(0.769, 2);
    const sorted = values.toSorted((a, b) => a - b);
    const units = Array.from({ length: 10 }, (_, u) =>
      Array.from({ length: 10 }, (_, k) => 10 * u + k),
    );
    const together = shareInterval(0.7, units, shareOf(sorted));
    expect(together.high! - together.low!).toBeGreaterThan(2.5 * (high! - low!));
  });

  it.each([
    [0, 0, 0.351],
    [1, 0.649, 1],
  ])('of %d in five units is from %d to %d: Wilson, each unit is one row', (share, from, to) => {
    const { low, high } = shareInterval(share, single(5), () => share);
    expect(low!).toBeCloseTo(from, 3);
    expect(high!).toBeCloseTo(to, 3);
  });
});

/** Grades of two raters who see the same quality with errors, in five steps. */
function graded(random: () => number, items: number, answers: number, precision: number) {
  const cuts = [-1.2, -0.3, 0.5, 1.3];
  const grade = (quality: number) => 1 + cuts.filter((cut) => quality > cut).length;
  const [x, y]: number[][] = [[], []];
  for (let item = 0; item < items; item++) {
    const common = Math.sqrt(0.3) * randomNormal(random);
    for (let k = 0; k < answers; k++) {
      const quality = common + Math.sqrt(0.7) * randomNormal(random);
      const seen = () =>
        Math.sqrt(precision) * quality + Math.sqrt(1 - precision) * randomNormal(random);
      x.push(grade(seen()));
      y.push(grade(seen()));
    }
  }
  return { x, y };
}

// Percentiles of a bootstrap over items held in 64 to 78% here.
test.each([
  ['5 items', 5, 1],
  ['6 items with 5 answers', 6, 5],
] as const)('raters who agree well: the interval of κ holds, %s', (_, items, answers) => {
  const of = (x: readonly number[], y: readonly number[]) => (rows: Int32Array) =>
    kappa(pick(x, rows), pick(y, rows), 'quadratic');
  const many = graded(randomStream(4, 'truth'), 40_000, 1, 0.95);
  const truth = of(many.x, many.y)(Int32Array.from(many.x.keys()))!;
  let [held, known] = [0, 0];
  for (let run = 0; run < 400; run++) {
    const { x, y } = graded(randomStream(4, items, run), items, answers, 0.95);
    const units = Array.from({ length: items }, (_, u) =>
      Array.from({ length: answers }, (_, k) => u * answers + k),
    );
    const statistic = of(x, y);
    const value = statistic(Int32Array.from(x.keys()));
    const grading = { chance: chanceDisagreement(x, y), isOfSquares: true };
    const { low, high } = coefficientInterval(value, units, statistic, grading);
    if (low === null || high === null) continue;
    known++;
    if (low <= truth && truth <= high) held++;
  }
  expect(known).toBeGreaterThan(300);
  // A share of 90% of 400 has a standard error of 1.5 points; three are allowed.
  expect(held / known).toBeGreaterThan(0.9 - 0.045);
});

// By Clopper and Pearson: κ is 1 − 2 (1 − .05^(1/n)) of n agreements in two equally frequent grades. Other coefficients are no surer.
test.each([
  [8, 0.3753],
  [20, 0.7218],
])('%i equal pairs in two grades leave [%d, 1], for every coefficient', (n, from) => {
  const grades = Array.from({ length: n }, (_, k) => k % 2);
  for (const isOfSquares of [true, false]) {
    const grading = { chance: chanceDisagreement(grades, grades), isOfSquares };
    const { low, high } = coefficientInterval(1, single(n), () => null, grading);
    expect(low).toBeCloseTo(from, 3);
    expect(high).toBe(1);
  }
});

// Before, 48 to 74% of these held.
test.each([
  ['two grades, nearly equal raters', 0.5, 0.97, 8],
  ['a grade of 10%', 0.9, 0.95, 15],
] as const)('intervals hold with few items: %s', (_, below, precision, n) => {
  const cut = normalQuantile(below);
  const draw = (random: () => number, pairs: number) => {
    const [x, y]: number[][] = [[], []];
    for (let i = 0; i < pairs; i++) {
      const quality = Math.sqrt(precision) * randomNormal(random);
      const seen = () => Number(quality + Math.sqrt(1 - precision) * randomNormal(random) > cut);
      x.push(seen());
      y.push(seen());
    }
    return [x, y] as const;
  };
  const truth = pearson(...draw(randomStream(5, 'truth', n), 40_000))!;
  let [held, known] = [0, 0];
  for (let run = 0; run < 400; run++) {
    const [x, y] = draw(randomStream(5, n, run), n);
    const statistic = (rows: Int32Array) => pearson(pick(x, rows), pick(y, rows));
    const grading = { chance: chanceDisagreement(x, y), isOfSquares: true };
    const { low, high } = coefficientInterval(pearson(x, y), single(n), statistic, grading);
    if (low === null || high === null) continue;
    known++;
    if (low <= truth && truth <= high) held++;
  }
  expect(known).toBeGreaterThan(300);
  // The lower limit of what is promised, less three standard errors of 400 runs.
  expect(held / known).toBeGreaterThan(0.87 - 0.05);
});
