import type { Answers } from './answers.ts';
import type { AbilityEstimate } from './estimate/estimate.ts';
import type { PredictedScore } from './predicted-score.ts';
import { probability } from './probability.ts';

/** Standard errors of item parameters, one entry an item; NaN where a parameter was not learned of each item: it counts as known. */
export interface ParameterErrorColumns {
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  readonly c: ArrayLike<number>;
}

/** A predicted score, and the standard error of the ability, with the uncertainty of the item parameters in them. */
export interface WidenedScore {
  readonly predicted: PredictedScore;
  readonly abilitySe: number;
}

/**
 * Adds the uncertainty of item parameters to a predicted score (predictedScore) and to its ability, by the delta method. With
 *
 *     V_j = min(P Q, (∂P/∂a SE_a)² + (∂P/∂b SE_b)² + (∂P/∂c SE_c)²)
 *
 * the variance of P_j(θ̂) that comes of the parameters of item j (a probability of mean P varies by P Q at most), errors of the
 * answered items move the ability, and those of the others the score itself:
 *
 *     Var_ξ(θ̂) = Σ_answered (P′/(P Q))² V_j / I²,   Var_ξ(score) = (Σ_open w P′)² Var_ξ(θ̂) + Σ_open w² V_j,
 *
 * I = Σ_answered P′²/(P Q). Items are taken to err independently: what errors have in common is a shift of the scale, which moves
 * abilities and difficulties alike. Covariances of the parameters of one item are not known here and left out. An adaptive test
 * prefers items whose discrimination is overestimated; that is a bias, which no standard error holds.
 *
 * @param weights as of predictedScore
 * @see Hoshino & Shigemasu (2008), Applied Psychological Measurement 32, 181–189, and Cheng & Yuan (2010), Psychometrika 75,
 *   280–291, for the ability; van der Linden & Glas (2000), Applied Measurement in Education 13, 35–53, for the bias
 */
export function widenScore(
  predicted: PredictedScore,
  answers: Answers,
  { ability, se }: AbilityEstimate,
  weights: ArrayLike<number>,
  errors: ParameterErrorColumns,
): WidenedScore {
  const { a, b, c, d } = answers.items;
  const isAnswered = new Uint8Array(weights.length);
  for (let k = 0; k < answers.count; k++) isAnswered[answers.index[k]] = 1;
  let [information, moved, slope, open] = [0, 0, 0, 0];
  for (let j = 0; j < weights.length; j++) {
    if (isAnswered[j] === 0 && !(weights[j] > 0)) continue;
    const p = probability(ability, a[j], b[j], c[j], d[j]);
    const chance = p * (1 - p);
    if (!(chance > 0)) continue;
    const share = (p - c[j]) / (d[j] - c[j]);
    const curve = (d[j] - c[j]) * share * (1 - share);
    const first = a[j] * curve;
    const variance = Math.min(
      chance,
      squared(curve * (ability - b[j]) * errors.a[j]) +
        squared(first * errors.b[j]) +
        squared((1 - share) * errors.c[j]),
    );
    if (isAnswered[j] === 1) {
      information += (first * first) / chance;
      moved += squared(first / chance) * variance;
    } else {
      slope += weights[j] * first;
      open += weights[j] * weights[j] * variance;
    }
  }
  const ofAbility = information > 0 ? moved / (information * information) : 0;
  return {
    predicted: {
      ...predicted,
      se: Math.sqrt(predicted.se ** 2 + slope * slope * ofAbility + open),
    },
    abilitySe: Math.sqrt(se * se + ofAbility),
  };
}

/** Of an error that is not known nothing is added. */
function squared(value: number): number {
  return Number.isNaN(value) ? 0 : value * value;
}
