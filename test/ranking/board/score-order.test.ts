import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCORE_TARGETS } from '../../../src/cat/robust/score-prediction.ts';
import { randomStream } from '../../../src/random.ts';
import { beatMatrix, scoreOrder } from '../../../src/ranking/board/score-order.ts';
import { decidePairs } from '../../../src/ranking/ordering/decide-pairs.ts';
import { rankRanges } from '../../../src/ranking/ordering/rank-ranges.ts';

const Z = 1.6448536269514722;
const around = (score: number, se: number) => ({
  score,
  low: score - Z * se,
  high: score + Z * se,
});

/** A standard normal draw: Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

describe('the order of scores with intervals', () => {
  test('two scores are a tie until one is ahead with 90%', () => {
    // P(Z > 1.2816) = 0.1: the quantile of the normal distribution.
    const apart = 1.2815515655446004 * Math.hypot(0.02, 0.01);
    const near = scoreOrder([around(0.5 + 0.999 * apart, 0.02), around(0.5, 0.01)]);
    expect(near.ranks).toEqual([1, 2]);
    expect(near.ranges).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
    ]);
    expect(near.ties).toEqual([[1], [0]]);
    const scores = [around(0.5 + 1.001 * apart, 0.02), around(0.5, 0.01)];
    const far = scoreOrder(scores);
    expect(far.ties).toEqual([[], []]);
    expect(far.ranges).toEqual([
      { best: 1, worst: 1 },
      { best: 2, worst: 2 },
    ]);
    expect(beatMatrix(scores)[0][1]).toBeCloseTo(0.9, 3);
  });

  test('scores that are left out may be ahead of those that cannot be told from all of them', () => {
    const rest = [around(0.5, 0.01), around(0.4, 0.01), around(0.3, 0.01)];
    const { ranges, ties } = scoreOrder([around(0.9, 0.01), around(0.51, 0.01)], rest);
    expect(ranges).toEqual([
      { best: 1, worst: 1 },
      { best: 2, worst: 5 },
    ]);
    expect(ties).toEqual([[], []]);
    // Three risks of 4% are more than the 10% there are: P(Z > 1.75) = 0.04.
    const near = around(0.5 + 1.75 * 0.01, 0.01);
    const exact = { score: 0.5, low: 0.5, high: 0.5 };
    expect(scoreOrder([near], [exact, exact]).ranges).toEqual([{ best: 1, worst: 1 }]);
    expect(scoreOrder([near], [exact, exact, exact]).ranges).toEqual([{ best: 1, worst: 4 }]);
  });

  test('known scores have known ranks, and equal ones share theirs', () => {
    const scores = [0.9, 0.7, 0.7, 0.2].map((s) => around(s, 0));
    const { ranks, ranges, ties } = scoreOrder(scores);
    expect(ranks).toEqual([1, 2, 2, 4]);
    expect(ranges.map(({ best, worst }) => [best, worst])).toEqual([
      [1, 1],
      [2, 3],
      [2, 3],
      [4, 4],
    ]);
    expect(ties).toEqual([[], [2], [1], []]);
    expect(beatMatrix(scores)[1]).toEqual([0, 0.5, 0.5, 1]);
  });

  test.each(SCORE_TARGETS)(
    'is what the declarations of order --target %s give for a margin of 0',
    (target) => {
      const random = randomStream(2, 'test', 'orders');
      const scores = Array.from({ length: 25 }, () => around(random(), 0.05 * random()));
      const own = scores.map(({ score }) => score);
      const differenceVariances = Float64Array.from({ length: 625 }, (_, at) => {
        const [i, k] = [Math.floor(at / 25), at % 25];
        return ((scores[i].high - own[i]) / Z) ** 2 + ((scores[k].high - own[k]) / Z) ** 2;
      });
      const { pairs } = decidePairs({ scores: own, differenceVariances }, 0.9, 0, target);
      const { ranges, ties } = scoreOrder(scores, [], target);
      const beats = beatMatrix(scores);
      expect(ranges).toEqual(rankRanges(25, pairs));
      expect(ties.flat().length).toBeGreaterThan(0);
      for (const { first, second, ahead, verdict } of pairs) {
        expect(beats[first][second]).toBeCloseTo(ahead, 12);
        expect(ties[first].includes(second)).toBe(verdict === 'undecided');
      }
    },
  );

  test('all ranges hold at once in at least 90% of boards', () => {
    const random = randomStream(1, 'test', 'boards');
    const next = () => random();
    const boards = 1500;
    let held = 0;
    for (let k = 0; k < boards; k++) {
      const truth = Array.from({ length: 6 }, () => 0.5 + 0.03 * normal(next));
      const seen = truth.map((score) => around(score + 0.02 * normal(next), 0.02));
      const { ranges } = scoreOrder(seen);
      const ranks = truth.map((score) => 1 + truth.filter((other) => other > score).length);
      if (ranges.every(({ best, worst }, i) => best <= ranks[i] && ranks[i] <= worst)) held++;
    }
    // Three standard errors of a share of 0.9 in 1,500: 0.023.
    expect(held / boards).toBeGreaterThan(0.9 - 0.023);
    // And not by saying nothing: most boards are told apart somewhere.
    expect(scoreOrder([0.6, 0.5, 0.4].map((s) => around(s, 0.02))).ties).toEqual([[], [], []]);
  });

  test('ties are mutual, ranges hold the rank, and probabilities of a pair make 1', () => {
    const score = fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      down: fc.double({ min: 0, max: 0.3, noNaN: true }),
      up: fc.double({ min: 0, max: 0.3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 12 }), (given) => {
        const scores = given.map(({ score: s, down, up }) => ({
          score: s,
          low: s - down,
          high: s + up,
        }));
        const { ranks, ranges, ties } = scoreOrder(scores);
        const beats = beatMatrix(scores);
        scores.forEach((_, i) => {
          expect(ranges[i].best).toBeLessThanOrEqual(ranks[i]);
          expect(ranges[i].worst).toBeGreaterThanOrEqual(ranks[i]);
          expect(ranges[i].worst - ranges[i].best).toBe(ties[i].length);
          for (const k of ties[i]) expect(ties[k]).toContain(i);
          for (const [k, ahead] of beats[i].entries())
            expect(ahead + beats[k][i]).toBeCloseTo(1, 12);
        });
      }),
    );
  });
});
