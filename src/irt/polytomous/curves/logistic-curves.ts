import { logComplement, logProbability } from '../../log-probability.ts';
import { logistic } from '../../logistic.ts';
import type { CategoryCurves } from './category-curves.ts';

/**
 * A wrong (0) and a right answer (1) under the model of up to four parameters; the derivatives as in likelihood-slope.ts.
 * @param values a, b, c, d, from position `at`
 */
export function logisticCurves(
  theta: number,
  values: Float64Array,
  at: number,
  out: CategoryCurves,
): void {
  const a = values[at];
  const b = values[at + 1];
  const c = values[at + 2];
  const d = values[at + 3];
  out.logP[0] = logComplement(theta, a, b, c, d);
  out.logP[1] = logProbability(theta, a, b, c, d);
  const z = a * (theta - b);
  const right = logistic(z);
  const wrong = logistic(-z);
  const span = d - c;
  const w = c === 0 ? 1 : (span * right) / (c + span * right);
  const v = d === 1 ? 1 : (span * wrong) / (1 - d + span * wrong);
  out.slope[0] = -a * v * right;
  out.slope[1] = a * w * wrong;
  out.bend[0] = a * out.slope[0] * (wrong - (1 - v) * right);
  out.bend[1] = -a * out.slope[1] * (right - (1 - w) * wrong);
}
