import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { decidePairs, type Pair } from '../../../src/ranking/ordering/decide-pairs.ts';
import { isFalseDecision } from '../../../src/ranking/ordering/pair-decision-counts.ts';
import { rankRanges, tiedGroups } from '../../../src/ranking/ordering/rank-ranges.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';
import { normalTail } from '../../../src/statistics/normal-tail.ts';

/** Independent errors of these standard errors. */
function joint(scores: readonly number[], ses: readonly number[]) {
  const differenceVariances = Float64Array.from({ length: scores.length ** 2 }, (_, k) => {
    const [i, j] = [Math.floor(k / scores.length), k % scores.length];
    return i === j ? 0 : ses[i] ** 2 + ses[j] ** 2;
  });
  return { scores, differenceVariances };
}

describe('the normal tail', () => {
  test.each([
    // R: pnorm(z, lower.tail = FALSE), 17 digits.
    [0, 0.5],
    [1, 0.15865525393145707],
    [2, 0.022750131948179195],
    [3.3, 0.00048342414238377663],
    [6, 9.8658764503769458e-10],
    [-1, 0.84134474606854293],
  ])('at %d', (z, p) => {
    expect(normalTail(z) / p).toBeCloseTo(1, 12);
  });

  test('its two formulas agree at the border between them', () => {
    expect(normalTail(2 - 1e-12) / normalTail(2)).toBeCloseTo(1, 11);
  });

  test('the quantile is its inverse', () => {
    for (const p of [0.5, 0.05, 1e-3, 1e-9])
      expect(normalTail(normalQuantile(p)) / p).toBeCloseTo(1, 10);
  });
});

describe('decisions', () => {
  test('probabilities are those of many draws', () => {
    const scores = [0.52, 0.51, 0.5];
    const ses = [0.01, 0.02, 0.004];
    const random = randomStream('draws');
    const draws = 100_000;
    const ahead = [0, 0, 0];
    const close = [0, 0, 0];
    for (let d = 0; d < draws; d++) {
      const s = scores.map((score, i) => score + ses[i] * randomNormal(random));
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ].forEach(([i, j], k) => {
        if (s[i] > s[j]) ahead[k] += 1 / draws;
        if (Math.abs(s[i] - s[j]) <= 0.01) close[k] += 1 / draws;
      });
    }
    const { pairs } = decidePairs(joint(scores, ses), 0.9, 0.01);
    pairs.forEach((pair, k) => {
      expect(Math.abs(pair.ahead - ahead[k])).toBeLessThan(0.006);
      expect(Math.abs(pair.close - close[k])).toBeLessThan(0.006);
    });
  });

  test('the declared risks add up to no more than 1 − confidence, and no safer pair is left out', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
          ),
          { minLength: 2, maxLength: 9 },
        ),
        fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        (models, confidence) => {
          const { pairs, risk, undecided } = decidePairs(
            joint(
              models.map(([s]) => s),
              models.map(([, se]) => se),
            ),
            confidence,
            0.01,
          );
          const declared = pairs.filter(({ verdict }) => verdict !== 'undecided');
          const left = pairs.filter(({ verdict }) => verdict === 'undecided');
          expect(declared.reduce((sum, pair) => sum + pair.risk, 0)).toBeCloseTo(risk, 12);
          expect(risk).toBeLessThanOrEqual(1 - confidence);
          expect(undecided).toBe(left.length);
          if (left.length > 0) {
            const next = Math.min(...left.map((pair) => pair.risk));
            expect(risk + next).toBeGreaterThan(1 - confidence);
            expect(Math.max(0, ...declared.map((pair) => pair.risk))).toBeLessThanOrEqual(next);
          }
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  test('false declarations are as rare as the confidence says, for normal errors', () => {
    const random = randomStream('declared');
    let wrong = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      // True scores from the flat prior the probabilities stand for: truth around what is predicted.
      const scores = Array.from({ length: 6 }, () => 0.5 + 0.03 * random());
      const ses = scores.map(() => 0.002 + 0.004 * random());
      const truth = scores.map((score, i) => score + ses[i] * randomNormal(random));
      const { pairs } = decidePairs(joint(scores, ses), 0.8, 0.01);
      if (pairs.some((pair) => isFalseDecision(pair, truth, 0.01))) wrong++;
    }
    expect(wrong / runs).toBeLessThan(0.2 + 3 * Math.sqrt(0.16 / runs));
    // Boole's bound is not far off, or the rule would be wasteful.
    expect(wrong / runs).toBeGreaterThan(0.1);
  });

  test('known scores: ordered if they differ by more than the margin, else tied', () => {
    const { pairs, risk } = decidePairs(joint([0.5, 0.5, 0.52], [0, 0, 0]), 0.99, 0.01);
    expect(pairs.map(({ verdict }) => verdict)).toEqual(['tied', 'below', 'below']);
    expect(risk).toBe(0);
    expect(pairs[0].ahead).toBe(0.5);
  });

  test('permuting the models permutes the verdicts', () => {
    const scores = [0.5, 0.53, 0.505, 0.6];
    const ses = [0.003, 0.01, 0.001, 0.02];
    const order = [2, 0, 3, 1];
    const one = decidePairs(joint(scores, ses), 0.9, 0.01).pairs;
    const other = decidePairs(
      joint(
        order.map((i) => scores[i]),
        order.map((i) => ses[i]),
      ),
      0.9,
      0.01,
    ).pairs;
    const winner = ({ first, second, verdict }: Pair, of: (i: number) => number) =>
      verdict === 'above' ? of(first) : verdict === 'below' ? of(second) : verdict;
    for (const pair of other) {
      const rows = [order[pair.first], order[pair.second]].sort((i, j) => i - j);
      const same = one.find(({ first, second }) => first === rows[0] && second === rows[1])!;
      expect(winner(pair, (i) => order[i])).toBe(winner(same, (i) => i));
    }
  });
});

describe('pairs of expected scores', () => {
  test('are declared by Holm’s step-down test of two-sided risks', () => {
    // z of 3, 2.3 and 2.0 have two-sided p of .0027, .0214 and .0455; of three tests at .05 the second needs .025.
    const ses = [0, 0, 0];
    const z = [3, 2.3, 2.0];
    const variances = new Float64Array(9);
    const scores = [0.5, 0.44, 0.4];
    const of = [
      [0, 1, 3],
      [0, 2, z[1]],
      [1, 2, z[2]],
    ] as const;
    for (const [i, k, own] of of)
      variances[3 * i + k] = variances[3 * k + i] = ((scores[i] - scores[k]) / own) ** 2;
    const { pairs, risk } = decidePairs(
      { ...joint(scores, ses), differenceVariances: variances },
      0.95,
      0,
      'expected',
    );
    expect(pairs.map(({ verdict }) => verdict)).toEqual(['above', 'above', 'above']);
    for (const [k, p] of [0.0026998, 0.0214482, 0.0455003].entries())
      expect(pairs[k].risk).toBeCloseTo(p, 6);
    // The largest of 3 × .0027, 2 × .0214 and .0455.
    expect(risk).toBeCloseTo(0.0455003, 6);
    const stricter = decidePairs(
      { ...joint(scores, ses), differenceVariances: variances },
      0.96,
      0,
      'expected',
    );
    expect(stricter.pairs.map(({ verdict }) => verdict)).toEqual([
      'above',
      'undecided',
      'undecided',
    ]);
    // One-sided risks of .0013, .0107 and .0228 add up to .0348.
    const bayes = decidePairs({ ...joint(scores, ses), differenceVariances: variances }, 0.96, 0);
    expect(bayes.undecided).toBe(0);
  });

  test('for equal scores, false declarations stay below the error rate; with the rule for recorded scores they do not', () => {
    const RUNS = 2000;
    const wrong = { expected: 0, recorded: 0 };
    for (let r = 0; r < RUNS; r++) {
      const random = randomStream('equal', r);
      // Five equal scores.
      const scores = Array.from({ length: 5 }, () => 0.5 + 0.02 * randomNormal(random));
      for (const target of ['expected', 'recorded'] as const) {
        const { undecided } = decidePairs(joint(scores, new Array(5).fill(0.02)), 0.95, 0, target);
        if (undecided < 10) wrong[target]++;
      }
    }
    // .05 and three standard errors of it.
    expect(wrong.expected / RUNS).toBeLessThan(0.065);
    expect(wrong.recorded / RUNS).toBeGreaterThan(0.3);
  });
});

test('rank ranges and tied groups', () => {
  const pair = (first: number, second: number, verdict: Pair['verdict']): Pair => ({
    first,
    second,
    verdict,
    difference: 0,
    se: 0,
    ahead: 0,
    close: 0,
    risk: 0,
    seAtEnd: 0,
    decidable: 1,
  });
  const pairs = [
    pair(0, 1, 'below'),
    pair(0, 2, 'tied'),
    pair(0, 3, 'above'),
    pair(1, 2, 'undecided'),
    pair(1, 3, 'above'),
    pair(2, 3, 'tied'),
  ];
  expect(rankRanges(4, pairs)).toEqual([
    { best: 2, worst: 3 },
    { best: 1, worst: 2 },
    { best: 1, worst: 4 },
    { best: 3, worst: 4 },
  ]);
  expect(tiedGroups([0.5, 0.9, 0.4, 0.3], pairs)).toEqual([
    [0, 2],
    [2, 3],
  ]);
});
