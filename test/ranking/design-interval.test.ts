import { describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { sampleScore } from '../../src/ranking/design-interval.ts';

/** Sums of a few thousand terms. */
const ROUNDING = 1e-9;

const stratum = (weight: number, size: number, answers: readonly number[]) => ({
  weight,
  size,
  drawn: answers.length,
  sum: answers.reduce((total, u) => total + u, 0),
  squares: answers.reduce((total, u) => total + u * u, 0),
});
const shares = (right: number, of: number) =>
  Array.from({ length: of }, (_, k) => Number(k < right));

describe('the score', () => {
  test('of one stratum is the mean', () => {
    expect(sampleScore([stratum(1, 100, [1, 0, 0, 1, 1])]).score).toBe(0.6);
  });

  test('of several is the weighted mean of their means', () => {
    const strata = [stratum(0.75, 50, [1, 1, 0, 1]), stratum(0.25, 100, [0, 0, 0, 1])];
    expect(sampleScore(strata).score).toBe(0.75 * 0.75 + 0.25 * 0.25);
  });

  test('leaves out strata from which nothing was drawn', () => {
    const strata = [stratum(0.5, 50, [1, 0]), stratum(0.3, 50, []), stratum(0.2, 50, [1, 1])];
    expect(sampleScore(strata).score).toBeCloseTo((0.5 * 0.5 + 0.2) / 0.7, 12);
  });
});

describe('the interval', () => {
  test('holds the score, of all right and all wrong too', () => {
    for (let n = 1; n < 400; n += 7)
      for (const right of [0, n, Math.floor(n / 3)]) {
        const { score, low, high } = sampleScore([stratum(1, 1000, shares(right, n))]);
        expect(low).toBeLessThanOrEqual(score);
        expect(high).toBeGreaterThanOrEqual(score);
      }
  });

  test('of an unlimited population is Wilson’s', () => {
    // scipy 1.17.1, binomtest(30, 100).proportion_ci(0.9, 'wilson')
    const { low, high } = sampleScore([stratum(1, 1e15, shares(30, 100))]);
    expect(low).toBeCloseTo(0.2307049543691453, 12);
    expect(high).toBeCloseTo(0.3798321339441244, 12);
  });

  test('has no width if every item was drawn', () => {
    const all = [stratum(0.5, 3, [1, 0, 1]), stratum(0.5, 2, [0, 0.5])];
    const score = (2 / 3 + 1 / 4) / 2;
    expect(sampleScore(all)).toEqual({ score, low: score, high: score });
  });

  test('narrows by the finite population’s correction', () => {
    const width = (size: number) => {
      const { low, high } = sampleScore([stratum(1, size, shares(60, 100))]);
      return high - low;
    };
    expect(width(200) / width(1e12)).toBeCloseTo(Math.sqrt(100 / 199), 2);
  });

  test('keeps a width if all drawn answers are right or all wrong, and stays within 0 and 1', () => {
    const right = sampleScore([stratum(1, 500, shares(20, 20))]);
    const wrong = sampleScore([stratum(1, 500, shares(0, 20))]);
    expect(right).toMatchObject({ score: 1, high: 1 });
    expect(wrong).toMatchObject({ score: 0, low: 0 });
    expect(right.low).toBeLessThan(0.95);
    expect(wrong.high).toBeCloseTo(1 - right.low, 12);
  });

  test('is narrower for fractions that vary less than 0 and 1 do', () => {
    const binary = sampleScore([stratum(1, 1e6, shares(50, 100))]);
    const graded = sampleScore([
      stratum(
        1,
        1e6,
        shares(50, 100).map((u) => (u + 1) / 3),
      ),
    ]);
    // Standard deviations 1/2 and 1/6.
    expect((graded.high - graded.low) / (binary.high - binary.low)).toBeCloseTo(1 / 3, 2);
  });
});

/** log(n!) for n up to the largest bank here. */
const logFactorial = new Float64Array(12_033);
for (let n = 1; n < logFactorial.length; n++) logFactorial[n] = logFactorial[n - 1] + Math.log(n);
const logChoose = (n: number, k: number) => logFactorial[n] - logFactorial[k] - logFactorial[n - k];

/** For each number right of `n` of `size` items drawn, its interval. */
const intervalsOf = (size: number, n: number) =>
  Array.from({ length: n + 1 }, (_, k) => sampleScore([stratum(1, size, shares(k, n))]));

/** The exact share of samples of `n` of `size` items, `right` of them right, whose interval holds right / size. */
function exactCoverage(
  size: number,
  right: number,
  n: number,
  intervals: ReturnType<typeof intervalsOf>,
): number {
  let coverage = 0;
  for (let k = Math.max(0, n - size + right); k <= Math.min(n, right); k++) {
    const { low, high } = intervals[k];
    if (low <= right / size + ROUNDING && right / size - ROUNDING <= high)
      coverage += Math.exp(
        logChoose(right, k) + logChoose(size - right, n - k) - logChoose(size, n),
      );
  }
  return coverage;
}

describe('one stratum: exact coverage of the 90% interval, from the hypergeometric distribution', () => {
  // A count is discrete, so that the coverage of any such interval jumps from score to score; 20 answers jump most.
  test.each([
    [200, 50, 0.85],
    [200, 100, 0.83],
    [800, 100, 0.86],
    [800, 243, 0.87],
    [12_032, 20, 0.83],
    [12_032, 50, 0.86],
    [12_032, 100, 0.865],
    [12_032, 243, 0.875],
  ])('%i items, %i drawn: above %f at every score, .90 on average', (size, n, least) => {
    const coverages: number[] = [];
    const intervals = intervalsOf(size, n);
    for (let percent = 5; percent <= 95; percent += 1)
      coverages.push(exactCoverage(size, Math.round((size * percent) / 100), n, intervals));
    expect(Math.min(...coverages)).toBeGreaterThan(least);
    const mean = coverages.reduce((sum, v) => sum + v, 0) / coverages.length;
    expect(mean).toBeGreaterThan(0.89);
    expect(mean).toBeLessThan(0.91);
  });
});

describe('strata and fractions: coverage in a seeded simulation', () => {
  /** Their shares have standard errors of half a point. */
  const DRAWS = 4000;

  /** Draws `perStratum` items of each stratum of a bank, and says how often the interval holds the bank's score. */
  function coverage(bank: readonly Float64Array[], perStratum: number, seed: string): number {
    const random = randomStream(seed);
    const weight = 1 / bank.length;
    const truth = bank.reduce(
      (sum, s) => sum + (weight * s.reduce((t, u) => t + u, 0)) / s.length,
      0,
    );
    let held = 0;
    const orders = bank.map((scores) => scores.slice());
    for (let draw = 0; draw < DRAWS; draw++) {
      const strata = orders.map((order) => {
        // A shuffle that ends where the sample does.
        for (let k = 0; k < perStratum; k++) {
          const other = k + Math.floor(random() * (order.length - k));
          [order[k], order[other]] = [order[other], order[k]];
        }
        return stratum(weight, order.length, [...order.subarray(0, perStratum)]);
      });
      const { low, high } = sampleScore(strata);
      if (low <= truth + ROUNDING && truth - ROUNDING <= high) held++;
    }
    return held / DRAWS;
  }

  const bankOf = (sizes: readonly number[], share: (s: number) => number, levels = 1) => {
    const random = randomStream('bank', sizes.length, levels);
    return sizes.map((size, s) =>
      Float64Array.from({ length: size }, () => {
        let right = 0;
        for (let l = 0; l < levels; l++) if (random() < share(s)) right++;
        return right / levels;
      }),
    );
  };

  test.each([
    ['5 alike strata', bankOf([80, 120, 60, 200, 90], () => 0.6), 10],
    ['5 unlike strata', bankOf([80, 120, 60, 200, 90], (s) => 0.1 + 0.2 * s), 10],
    ['14 strata, 7 of each', bankOf(Array(14).fill(90), (s) => 0.3 + 0.04 * s), 7],
    ['14 strata, 17 of each, half of some', bankOf(Array(14).fill(34), (s) => 0.3 + 0.04 * s), 17],
    ['fractions of 4', bankOf([400], () => 0.7, 4), 40],
    ['fractions of 10 in 5 strata', bankOf([80, 120, 60, 200, 90], (s) => 0.2 + 0.1 * s, 10), 12],
    ['nearly all right', bankOf([300, 300], () => 0.93), 50],
  ] as const)('%s', (name, bank, perStratum) => {
    const held = coverage(bank, perStratum, name);
    // Not .90 everywhere: over 20,000 draws the bank of "nearly all right" has .869, as so few answers are wrong.
    expect(held).toBeGreaterThan(0.86);
    expect(held).toBeLessThan(0.95);
  });
});
