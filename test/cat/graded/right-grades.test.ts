import { expect, test } from 'vitest';
import { gradedBank } from '../../../src/cat/graded/graded-bank.ts';
import { rightGrades } from '../../../src/cat/graded/graded-prediction.ts';
import { mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';

const ITEMS = 20;
const bank = gradedBank(
  mixedItems(
    Array.from({ length: ITEMS }, (_, j) => ({
      model: 'graded' as const,
      a: j % 2 === 0 ? 0.5 : 2,
      b: [0, 0.5],
    })),
  ),
);

/** At ability 0, the answers of the first items being right and all others wrong. */
function rightOf(right: number) {
  const scores = Float64Array.from({ length: ITEMS }, (_, j) => Number(j < right));
  const categories = Int16Array.from(scores, (score) => 2 * score);
  return rightGrades(bank, { index: Int32Array.from(scores.keys()), categories, scores }, 0, 0.3);
}

test('a residual is given unless the sum is near the lowest or the highest one', () => {
  const residuals = [0, 2, 3, 10, 17, 18, 20].map((right) => rightOf(right).residual);
  expect(residuals.map((residual) => residual === null)).toEqual([
    ...[true, true, false, false, false, true, true],
  ]);
  // P(u ≥ ½) = .5, and P(u = 1) = 1/(1 + e^{a/2}): .438 and .269. The score has mean .469 or .384.
  const { expected } = rightOf(10);
  expect(expected).toBeCloseTo(
    10 * (0.5 + 1 / (1 + Math.exp(0.25))) * 0.5 + 10 * (0.5 + 1 / (1 + Math.E)) * 0.5,
    9,
  );
  expect(residuals[3]).toBeGreaterThan(0);
  expect(residuals[2]).toBeLessThan(0);
});
