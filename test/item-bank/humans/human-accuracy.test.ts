import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { humanAccuracy } from '../../../item-bank/humans/human-accuracy.ts';
import { humanGap } from '../../../item-bank/humans/human-gap.ts';
import type { HumanItem } from '../../../item-bank/humans/human-item.ts';
import { respondentVariance } from '../../../item-bank/humans/respondent-variance.ts';
import { student90 } from '../../../item-bank/humans/student-90.ts';
import { studentQuantile } from '../../../src/statistics/student-quantile.ts';
import { weightedMean } from '../../../src/statistics/weighted-mean.ts';

interface Golden {
  readonly cases: readonly {
    readonly name: string;
    readonly accuracy: number[];
    readonly respondents: number[];
    readonly survey: [mean: number, se: number];
    readonly clubSandwich: [mean: number, se: number, df: number];
  }[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../golden/humans/values.json', import.meta.url), 'utf8'),
) as Golden;

const items = (...figures: readonly (readonly [number, number | null])[]): HumanItem[] =>
  figures.map(([accuracy, respondents], j) => ({ item: `q${j}`, accuracy, respondents, tags: {} }));

describe("numbers of R's survey and clubSandwich", () => {
  test.each(golden.cases)('$name', ({ accuracy, respondents, survey, clubSandwich }) => {
    const { value, se, degrees } = weightedMean(accuracy, respondents);
    // Both print 15 digits.
    expect(value).toBeCloseTo(survey[0], 12);
    expect(se).toBeCloseTo(clubSandwich[1], 12);
    expect(degrees).toBeCloseTo(clubSandwich[2], 8);
    // survey linearises without the correction: Σ w² e² n/(n − 1).
    const total = respondents.reduce((x, y) => x + y);
    const n = accuracy.length;
    const squares = accuracy.reduce(
      (sum, y, j) => sum + (((respondents[j] / total) * (y - value)) ** 2 * n) / (n - 1),
      0,
    );
    expect(Math.sqrt(squares)).toBeCloseTo(survey[1], 12);
  });
});

describe('by hand', () => {
  // 100 people, 80 right; 300 people, 150 right; and an item whose respondents are not known.
  const three = items([0.8, 100], [0.5, 300], [0.9, null]);

  test('weighted by respondents: 230 of 400 answers', () => {
    const own = humanAccuracy(three, 'respondents');
    expect(own).toMatchObject({ items: 2, unweighted: 1, respondents: 400 });
    expect(own.accuracy).toBeCloseTo(57.5, 12);
  });

  test('variances: of people, and of items', () => {
    const two = three.slice(0, 2);
    // (100² · .8 · .2 / 99 + 300² · .5 · .5 / 299) / 400²
    const byPeople = (10_000 * (0.16 / 99) + 90_000 * (0.25 / 299)) / 160_000;
    expect(respondentVariance(two, [100, 300], 0.575)).toBeCloseTo(byPeople, 15);
    // w = ¼, ¾: e = .225, −.075; 1 − 2w + Σw² = 1.125, .125. So Σ w² e² / … = .0028125 + .0253125.
    const { se, degrees } = weightedMean([0.8, 0.5], [100, 300]);
    expect(se! ** 2).toBeCloseTo(0.0028125 + 0.0253125, 15);
    expect(degrees).toBeCloseTo(1, 10);
    // Wilson's interval of 57.5% of as many answers as have that variance.
    const { recorded } = humanAccuracy(two, 'respondents');
    const [n, z2, m] = [(0.575 * 0.425) / byPeople, 1.6448536269514722 ** 2, 0.575];
    const centre = (m + z2 / (2 * n)) / (1 + z2 / n);
    const half = (Math.sqrt(z2) * Math.sqrt((m * (1 - m)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
    expect(recorded!.low).toBeCloseTo(100 * (centre - half), 10);
    expect(recorded!.high).toBeCloseTo(100 * (centre + half), 10);
  });

  test('all items alike: their mean, also of items whose respondents are not known', () => {
    const own = humanAccuracy(three, 'items');
    expect(own).toMatchObject({ items: 3, unweighted: 0, respondents: null, recorded: null });
    expect(own.accuracy).toBeCloseTo(220 / 3, 12);
    expect(own.expected).not.toBeNull();
  });

  test('one item says nothing of others, none nothing at all', () => {
    expect(humanAccuracy(items([0.8, 50]), 'respondents')).toMatchObject({
      accuracy: 80,
      expected: null,
      recorded: expect.anything(),
    });
    expect(humanAccuracy(items([0.8, null]), 'respondents')).toMatchObject({
      items: 0,
      unweighted: 1,
      accuracy: null,
      expected: null,
    });
  });

  test('a model beside people: paired by item', () => {
    const own = items([0.8, 100], [0.5, 100], [0.6, 100], [0.3, 100]);
    // Differences .2, −.5, .4, — : the model has no answer to the last.
    const gap = humanGap(own, [1, 0, 1, Number.NaN], 'respondents')!;
    expect(gap.items).toBe(3);
    expect(gap.score).toBeCloseTo(200 / 3, 12);
    expect(gap.accuracy).toBeCloseTo(190 / 3, 12);
    expect(gap.difference).toBeCloseTo(10 / 3, 12);
    expect(gap.expected).toBeNull();
    // The model's answers are given: only the accuracy of people is not sure.
    const { recorded } = humanAccuracy(own.slice(0, 3), 'respondents');
    expect(gap.recorded!.low).toBeCloseTo(200 / 3 - recorded!.high, 12);
    expect(gap.recorded!.high).toBeCloseTo(200 / 3 - recorded!.low, 12);
    expect(humanGap(own, Array(4).fill(Number.NaN), 'respondents')).toBeNull();
  });
});

describe('a model beside people: ends by hand', () => {
  const Z = 1.6448536269514722;
  const wilson = (m: number, n: number) => {
    const z2 = Z ** 2 / n;
    const half = Z * Math.sqrt((m * (1 - m)) / n + z2 / (4 * n));
    return [(m + z2 / 2 - half) / (1 + z2), (m + z2 / 2 + half) / (1 + z2)];
  };

  test('expected: from the ends of both and their correlation over items', () => {
    const accuracies = [0.9, 0.4, 0.8, 0.7, 0.2, 0.6];
    const scores = [1, 1, 0, 1, 0, 0];
    const { expected } = humanGap(
      items(...accuracies.map((accuracy) => [accuracy, 1000] as const)),
      scores,
      'respondents',
    )!;
    // Means .5 and .6; sums of squared deviations 1.5 and .34, of products .2 of the six; t(.95, 5) = 2.015048373.
    const fewer = (Z / 2.015048373) ** 2;
    const [l, u] = wilson(0.5, Math.min(6, (0.25 * 30) / 1.5) * fewer);
    const [lower, upper] = wilson(0.6, ((0.24 * 30) / 0.34) * fewer);
    const r = 0.2 / Math.sqrt(1.5 * 0.34);
    const reach = (a: number, b: number) => Math.sqrt(a * a - 2 * r * a * b + b * b);
    expect(expected!.low).toBeCloseTo(100 * (-0.1 - reach(0.5 - l, upper - 0.6)), 6);
    expect(expected!.high).toBeCloseTo(100 * (-0.1 + reach(u - 0.5, 0.6 - lower)), 6);
  });

  test('all right: no interval is a point', () => {
    const all = items(...Array.from({ length: 6 }, () => [1, 5] as const));
    const people = humanAccuracy(all, 'respondents');
    const half = humanGap(all, [1, 1, 1, 0, 0, 0], 'respondents')!;
    expect(half.recorded).toEqual({ low: -50, high: 50 - people.recorded!.low });
    const gap = humanGap(all, Array(6).fill(1), 'respondents')!;
    expect(gap.recorded).toEqual({ low: 0, high: 100 - people.recorded!.low });
    // Six right answers of six: t(.95, 5) in place of z.
    const [low] = wilson(1, 6 * (Z / 2.015048373) ** 2);
    expect(gap.expected!.low).toBeCloseTo(100 * (low - 1), 6);
    expect(gap.expected!.high).toBeCloseTo(100 - people.expected!.low, 10);
  });

  test('not known of fewer than five items; two that are the same on five may still differ', () => {
    const shares = [1, 0, 1, 0, 1];
    const same = items(...shares.map((share) => [share, 20] as const));
    expect(humanGap(same.slice(1), shares.slice(1), 'respondents')!.expected).toBeNull();
    const { expected, recorded } = humanGap(same, shares, 'respondents')!;
    expect(expected!.high - expected!.low).toBeGreaterThan(30);
    expect(expected!.low).toBeLessThan(recorded!.low);
  });
});

const figures = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([n, share]) => [Math.round(n * share) / n, n] as const),
  { minLength: 1, maxLength: 30 },
);

test('always: within range, around the accuracy, and the order of items does not matter', () => {
  fc.assert(
    fc.property(figures, fc.constantFrom('respondents', 'items'), (own, weights) => {
      const all = items(...own);
      const { accuracy, expected, recorded } = humanAccuracy(all, weights);
      for (const interval of [expected, recorded]) {
        if (interval === null) continue;
        expect(interval.low).toBeGreaterThanOrEqual(0);
        expect(interval.high).toBeLessThanOrEqual(100);
        // Rounding of sums.
        expect(interval.low - 1e-9).toBeLessThanOrEqual(accuracy!);
        expect(interval.high + 1e-9).toBeGreaterThanOrEqual(accuracy!);
      }
      const turned = humanAccuracy(all.toReversed(), weights);
      expect(turned.accuracy).toBeCloseTo(accuracy!, 9);
      if (expected !== null) expect(turned.expected!.low).toBeCloseTo(expected.low, 6);
    }),
  );
});

test('always: the expected interval of a difference contains the recorded one, and neither is a point', () => {
  fc.assert(
    fc.property(figures, fc.infiniteStream(fc.boolean()), (own, right) => {
      const all = items(...own);
      const scores = all.map(() => Number(right.next().value));
      const { expected, recorded, difference } = humanGap(all, scores, 'respondents')!;
      expect(recorded!.high - recorded!.low).toBeGreaterThan(1e-3);
      expect(recorded!.low - 1e-9).toBeLessThanOrEqual(difference);
      expect(recorded!.high + 1e-9).toBeGreaterThanOrEqual(difference);
      expect(expected === null).toBe(all.length < 5);
      if (expected === null) return;
      expect(expected.low).toBeLessThanOrEqual(recorded!.low);
      expect(expected.high).toBeGreaterThanOrEqual(recorded!.high);
      expect(expected.low).toBeGreaterThanOrEqual(-100);
      expect(expected.high).toBeLessThanOrEqual(100);
    }),
  );
});

describe('items that hang together', () => {
  test('a mean over clusters, by hand', () => {
    // Two clusters with weights 4 and 2, means 5/8 and 1/2, and a value by itself with weight 2.
    const { value, se, degrees } = weightedMean(
      [0.5, 0.75, 0.5, 1, 0.9],
      [2, 2, 2, 2, 0],
      ['a', 'a', 'b', 'c', 'd'],
    );
    expect(value).toBeCloseTo(5.5 / 8, 12);
    expect({ value, se, degrees }).toEqual(weightedMean([0.625, 0.5, 1], [4, 2, 2]));
    expect(weightedMean([0.5, 0.75], [1, 1], ['a', 'a'])).toEqual({
      value: 0.625,
      se: null,
      degrees: null,
    });
  });

  test('a cluster counts as one draw in the expected interval, not in the recorded one', () => {
    const six = items([0.9, 50], [0.8, 50], [0.3, 50], [0.4, 50], [0.6, 50], [0.7, 50]);
    const own = six.map((one, j) => ({ ...one, cluster: ['a', 'a', 'b', 'b', 'c', 'c'][j] }));
    const [apart, together] = [six, own].map((all) => humanAccuracy(all, 'respondents'));
    const pairs = humanAccuracy(items([0.85, 100], [0.35, 100], [0.65, 100]), 'respondents');
    expect(together.expected!.low).toBeCloseTo(pairs.expected!.low, 9);
    expect(together.expected!.low).toBeLessThan(apart.expected!.low);
    expect(together.recorded).toEqual(apart.recorded);
    // Three clusters do not show how far differences vary, six items do.
    const scores = [1, 1, 0, 0, 1, 0];
    expect(humanGap(own, scores, 'respondents')!.expected).toBeNull();
    expect(humanGap(six, scores, 'respondents')!.expected).not.toBeNull();
    const one = six.map((item) => ({ ...item, cluster: 'a' }));
    expect(humanAccuracy(one, 'respondents').expected).toBeNull();
  });
});

test('always: equal weights are the mean with its usual error and degrees of freedom', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 1, max: 1000 }),
      (values, weight) => {
        const { se, degrees } = weightedMean(values, Array(values.length).fill(weight));
        const n = values.length;
        const mean = values.reduce((x, y) => x + y) / n;
        const squares = values.reduce((sum, y) => sum + (y - mean) ** 2, 0);
        expect(se).toBeCloseTo(Math.sqrt(squares / (n - 1) / n), 9);
        expect(degrees).toBeCloseTo(n - 1, 6);
        expect(student90(degrees!)).toBe(studentQuantile(0.05, n - 1));
      },
    ),
  );
});
