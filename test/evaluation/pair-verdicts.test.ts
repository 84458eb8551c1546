import { expect, test } from 'vitest';
import { callPlan, neededCalls } from '../../src/evaluation/call-plan.ts';
import {
  analysePairs,
  comparedPairs,
  expectedShare,
  type PairVerdict,
} from '../../src/evaluation/pair-verdicts.ts';

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
