import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';

/** Residuals of answers under a calibration. All examinees × items, row by row; NaN if an item was not asked. */
export interface Residuals {
  /** P, the probability of a right answer at the fitted ability. */
  readonly expected: Float64Array;
  /** u − P. */
  readonly left: Float64Array;
  /** √(P(1 − P)), the standard deviation of u if answers are independent and the fit is right. */
  readonly deviation: Float64Array;
  /** ∂P/∂z = (P − c)(d − P)/(d − c), with z = a(θ − b): the change of P per logit. */
  readonly slope: Float64Array;
}

export function residualsOf(
  { scores, examinees, items }: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: ArrayLike<number>,
): Residuals {
  const width = items.length;
  const empty = () => new Float64Array(scores.length).fill(Number.NaN);
  const residuals = { expected: empty(), left: empty(), deviation: empty(), slope: empty() };
  for (let i = 0; i < examinees.length; i++)
    for (let j = 0; j < width; j++) {
      const k = i * width + j;
      if (Number.isNaN(scores[k])) continue;
      const p = probability(abilities[i], a[j], b[j], c[j], d[j]);
      residuals.expected[k] = p;
      residuals.left[k] = scores[k] - p;
      residuals.deviation[k] = Math.sqrt(Math.max(0, p * (1 - p)));
      residuals.slope[k] = Math.max(0, ((p - c[j]) * (d[j] - p)) / (d[j] - c[j]));
    }
  return residuals;
}
