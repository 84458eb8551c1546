import { expect, test } from 'vitest';
import { callPlan, neededCalls } from '../../src/evaluation/call-plan.ts';
import {
  analysePairs,
  comparedPairs,
  expectedShare,
  type PairVerdict,
} from '../../src/evaluation/pair-verdicts.ts';
import { randomStream } from '../../src/random.ts';
import { davidson } from '../../src/statistics/davidson.ts';

test('every two models are compared, or each with one of them', () => {
  expect(comparedPairs(3, null)).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  expect(comparedPairs(3, 1)).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test('both orders of two answers are calls after both, question by question', () => {
  const compared = { pairs: [[0, 1]] as const, conditions: [0], questions: 2 };
  const plan = callPlan(['m', 'n'], [{ id: '' }], ['j'], 1, compared);
  expect(plan.calls.slice(4).map(({ id, before }) => [id, before])).toEqual([
    ['j compares m with n, question 1', [0, 1]],
    ['j compares m with n, question 2', [0, 1]],
    ['j compares n with m, question 1', [1, 0]],
    ['j compares n with m, question 2', [1, 0]],
  ]);
  // The second item has one question to compare and none to grade; of the third only one model is asked.
  const needed = neededCalls(
    plan,
    [1, 0, 0],
    (model, _, item) => item < 2 || model === 0,
    [2, 1, 2],
  );
  expect([0, 1, 2].map(needed)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 4, 6], [0]]);
});

const verdict = (
  item: number,
  judge: number,
  forward: PairVerdict['forward'],
  backward = forward,
) => ({ first: 0, second: 1, item, judge, forward, backward, isAsked: true }) as PairVerdict;

test('orders that disagree are a tie, and a missing order is missing', () => {
  const verdicts = [
    verdict(0, 0, 'first', 'second'),
    verdict(1, 0, 'first', 'second'),
    verdict(2, 0, 'second', 'first'),
    verdict(3, 0, 'first'),
    verdict(4, 1, 'tie'),
    verdict(5, 1, null, 'first'),
    { ...verdict(6, 1, 'first', 'second'), isAsked: false },
  ];
  const { pairs, fit, bias } = analysePairs(2, [[0, 1]], 2, verdicts);
  expect(pairs).toEqual([{ first: 0, second: 1, wins: 3, losses: 1, ties: 2, missing: 1 }]);
  expect(bias.map(({ pairs: n, consistent, first }) => [n, consistent, first])).toEqual([
    [4, 3, 1],
    [1, 1, 0],
  ]);
  if (fit.state !== 'fitted') throw new Error(fit.state);
  const [{ strength }] = fit.strengths;
  // The likelihood equations of two models: their expected shares are the observed ones.
  expect(expectedShare(2 * strength, fit.logTie)).toBeCloseTo((3 + 2 / 2) / 6, 10);
});

test('shares of infinite strengths are 0 and 100%, and opposite ones add up to 1', () => {
  expect(expectedShare(Number.POSITIVE_INFINITY, 0)).toBe(1);
  expect(expectedShare(Number.NEGATIVE_INFINITY, 0)).toBe(0);
  expect(expectedShare(0, 2)).toBe(0.5);
  expect(expectedShare(1.3, 0.4) + expectedShare(-1.3, 0.4)).toBeCloseTo(1, 15);
  expect(expectedShare(Math.log(3), null)).toBeCloseTo(0.75, 15);
});

test('intervals hold where verdicts on one item say the same, which those of independent verdicts do not', () => {
  const strengths = [0.8, 0.1, -0.9];
  const pairs = comparedPairs(3, null);
  const count = { clustered: 0, independent: 0 };
  const TABLES = 150;
  for (let table = 0; table < TABLES; table++) {
    const random = randomStream(table, 'verdicts');
    const verdicts = Array.from({ length: 20 }, (_, item) =>
      pairs.flatMap(([first, second]) => {
        const [won, lost] = [first, second].map((m) => Math.exp(strengths[m]));
        const u = random() * (won + lost + Math.sqrt(won * lost));
        const [forward, backward] = (
          u < won ? ['first', 'second'] : u < won + lost ? ['second', 'first'] : ['tie', 'tie']
        ) as [PairVerdict['forward'], PairVerdict['forward']];
        const said = { first, second, item, forward, backward, isAsked: true };
        return Array.from({ length: 4 }, (__, judge) => ({ ...said, judge }));
      }),
    ).flat();
    const { fit, pairs: counts } = analysePairs(3, pairs, 4, verdicts);
    const plain = davidson(3, counts);
    if (fit.state !== 'fitted' || plain.state !== 'fitted') throw new Error(fit.state);
    for (const [m, own] of strengths.entries()) {
      const holds = ({ low, high }: { low: number; high: number }) => low <= own && own <= high;
      if (holds(fit.strengths[m])) count.clustered++;
      if (holds(plain.strengths[m])) count.independent++;
    }
  }
  // 90% wanted; the error of a share of 150 tables is about 2.5 points.
  expect(count.clustered / (3 * TABLES)).toBeGreaterThan(0.84);
  expect(count.independent / (3 * TABLES)).toBeLessThan(0.7);
});
