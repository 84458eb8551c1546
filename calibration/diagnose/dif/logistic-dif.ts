import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { logisticRegression } from './logistic-regression.ts';

export interface LogisticDif {
  /** Likelihood-ratio chi-squares: of the group (1 df), of its product with the score (1 df), of both (2 df). */
  readonly uniform: number;
  readonly nonUniform: number;
  readonly both: number;
  /** Of both, with 2 df. */
  readonly p: number;
  readonly pUniform: number;
  readonly pNonUniform: number;
  /** Coefficient of the group in the uniform model, in logits: below 0 if the item is harder for the focal group. */
  readonly effect: number | null;
  readonly se: number | null;
  /** What the group and its product add to Nagelkerke's R². */
  readonly deltaR2: number;
  /** Jodoin & Gierl's classes: negligible below .035, large from .07. */
  readonly sizeClass: 'A' | 'B' | 'C';
}

const [MODERATE, LARGE] = [0.035, 0.07];

/**
 * Logistic regression of an item's answers on the matching score s, the group g and their product: logit P = β₀ + β₁s, + β₂g, + β₃sg.
 *
 * Scores are centred for the sake of rounding, which changes no chi-square.
 * @param groups 0 or 1
 * @returns null if all answers are equal or one group is missing
 * @see Swaminathan & Rogers (1990), Journal of Educational Measurement 27, 361–370; Nagelkerke (1991), Biometrika 78, 691–692; Jodoin &
 *   Gierl (2001), Applied Measurement in Education 14, 329–349
 */
export function logisticDif(
  scores: ArrayLike<number>,
  groups: ArrayLike<number>,
  answers: ArrayLike<number>,
  count: number,
): LogisticDif | null {
  let [right, focal, centre] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    right += answers[i];
    focal += groups[i];
    centre += scores[i] / count;
  }
  if (right === 0 || right === count || focal === 0 || focal === count) return null;
  const fit = (columns: number) => {
    const rows = new Float64Array(count * columns);
    for (let i = 0; i < count; i++) {
      const s = scores[i] - centre;
      rows[i * columns] = 1;
      rows[i * columns + 1] = s;
      if (columns > 2) rows[i * columns + 2] = groups[i];
      if (columns > 3) rows[i * columns + 3] = s * groups[i];
    }
    return logisticRegression(rows, answers, count, columns);
  };
  const [score, uniform, both] = [fit(2), fit(3), fit(4)];
  const share = right / count;
  const alone = -2 * count * (share * Math.log(share) + (1 - share) * Math.log(1 - share));
  const nagelkerke = (deviance: number) =>
    -Math.expm1((deviance - alone) / count) / -Math.expm1(-alone / count);
  const chi = {
    uniform: Math.max(0, score.deviance - uniform.deviance),
    nonUniform: Math.max(0, uniform.deviance - both.deviance),
    both: Math.max(0, score.deviance - both.deviance),
  };
  const deltaR2 = Math.max(0, nagelkerke(both.deviance) - nagelkerke(score.deviance));
  const isKnown = uniform.errors !== null;
  return {
    ...chi,
    p: chiSquareTail(chi.both, 2),
    pUniform: chiSquareTail(chi.uniform, 1),
    pNonUniform: chiSquareTail(chi.nonUniform, 1),
    effect: isKnown ? uniform.coefficients[2] : null,
    se: uniform.errors?.[2] ?? null,
    deltaR2,
    sizeClass: deltaR2 < MODERATE ? 'A' : deltaR2 < LARGE ? 'B' : 'C',
  };
}
