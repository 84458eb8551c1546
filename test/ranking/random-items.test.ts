import { describe, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { plainScore, randomOrder } from '../../src/ranking/random-items.ts';

const SIZE = 300;
const strata = {
  count: 3,
  of: Uint8Array.from({ length: SIZE }, (_, j) => (j < 200 ? 0 : j < 270 ? 1 : 2)),
};
const one = { count: 1, of: new Uint8Array(SIZE) };
const missing = (j: number) => j % 11 === 0;
const scores = Float64Array.from({ length: SIZE }, (_, j) =>
  missing(j) ? Number.NaN : Number(j % 3 === 0),
);
const answered = Array.from({ length: SIZE }, (_, j) => j).filter((j) => !missing(j));
const examinee = {
  scores,
  weights: Float64Array.from(scores, (u) => (Number.isNaN(u) ? 0 : 1 / answered.length)),
};

describe('randomOrder', () => {
  test.each([
    ['one stratum', one],
    ['three strata', strata],
  ])('%s: every answered item once', (_name, of) => {
    const order = [...randomOrder(examinee, of, randomStream(1))];
    expect(order.sort((x, y) => x - y)).toEqual(answered);
  });

  test('one of each stratum in turn, while it has items', () => {
    const order = randomOrder(examinee, strata, randomStream(2));
    const sizes = [0, 1, 2].map((s) => answered.filter((j) => strata.of[j] === s).length);
    for (let length = 1; length <= order.length; length++) {
      const drawn = [0, 0, 0];
      for (const j of order.subarray(0, length)) drawn[strata.of[j]]++;
      const open = drawn.filter((n, s) => n < sizes[s]);
      if (open.length > 1) expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(1);
      drawn.forEach((n, s) => {
        if (n === sizes[s]) expect(Math.max(...drawn)).toBeGreaterThanOrEqual(n);
      });
    }
  });

  test('the same for the same stream, another for another', () => {
    const order = (seed: number) => [...randomOrder(examinee, strata, randomStream(seed))];
    expect(order(3)).toEqual(order(3));
    expect(order(3)).not.toEqual(order(4));
  });

  test('each item is first as often as any other', () => {
    const few = { scores: scores.subarray(0, 11), weights: examinee.weights.subarray(0, 11) };
    const counts = new Float64Array(11);
    for (let seed = 0; seed < 3000; seed++) counts[randomOrder(few, one, randomStream(seed))[0]]++;
    // χ² with 9 degrees of freedom, its upper 0.1% point; item 0 has no answer.
    const chi = counts.subarray(1).reduce((sum, n) => sum + (n - 300) ** 2 / 300, 0);
    expect(counts[0]).toBe(0);
    expect(chi).toBeLessThan(27.877);
  });
});

describe('plainScore', () => {
  test('is the mean of the first items', () => {
    const order = randomOrder(examinee, one, randomStream(5));
    const mean = order.subarray(0, 40).reduce((sum, j) => sum + scores[j], 0) / 40;
    expect(plainScore(examinee, one, order, 40).score).toBeCloseTo(mean, 12);
  });

  test('weighs strata by their weight in the score, not by how many were drawn', () => {
    const total = [0, 0, 0];
    for (const j of answered) total[strata.of[j]]++;
    const share = [0.5, 0.3, 0.2];
    const own = Float64Array.from({ length: SIZE }, (_, j) =>
      missing(j) ? 0 : share[strata.of[j]] / total[strata.of[j]],
    );
    const order = randomOrder({ scores, weights: own }, strata, randomStream(6));
    const means = [0, 1, 2].map((s) => {
      const drawn = [...order.subarray(0, 60)].filter((j) => strata.of[j] === s);
      return drawn.reduce((sum, j) => sum + scores[j], 0) / drawn.length;
    });
    const expected = 0.5 * means[0] + 0.3 * means[1] + 0.2 * means[2];
    expect(plainScore({ scores, weights: own }, strata, order, 60).score).toBeCloseTo(expected, 12);
  });

  test('is exact when everything was asked, or more than that', () => {
    const order = randomOrder(examinee, one, randomStream(7));
    const { score, low, high } = plainScore(examinee, one, order, 10_000);
    const truth = answered.reduce((sum, j) => sum + scores[j], 0) / answered.length;
    expect(score).toBeCloseTo(truth, 12);
    expect([low, high]).toEqual([score, score]);
  });
});
