import type { Answers } from './answers.ts';
import { logComplement, logProbability } from './log-probability.ts';
import { probability } from './probability.ts';
import { probabilityDerivatives } from './probability-derivatives.ts';

/** A variance below this share of the uncorrected one is rounding: all items are alike at this ability. */
const LEAST_SHARE = 1e-10;

/**
 * The person fit l_z*, which is about N(0, 1) also at an *estimated* ability, where l_z (`personFit`) varies too little. With
 * w = log(P/Q) and r = P′/(PQ):
 *
 *     c = Σ P′ w / Σ P′ r,   w̃ = w − c r,   l_z* = Σ (u − P) w̃ / √(Σ w̃² P Q).
 *
 * Snijders writes the numerator as Σ (u − P) w + c r₀, where r₀ + Σ (u − P) r = 0 defines the estimate: r₀ = 0 for maximum
 * likelihood, J/(2I) for Warm's estimate. Put in, both are the form above, so it holds for either.
 *
 * @param theta the maximum-likelihood or Warm's weighted likelihood estimate from these answers
 * @returns null if no answer could vary, or all items are alike at this ability
 * @see Snijders (2001), Psychometrika 66, 331–342; Magis, Raîche & Béland (2012), Journal of Educational and Behavioral Statistics 37,
 *   57–81
 */
export function correctedPersonFit(theta: number, answers: Answers): number | null {
  const { a, b, c, d } = answers.items;
  let [distance, slope, shared, information, variance] = [0, 0, 0, 0, 0];
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    const p = probability(theta, a[j], b[j], c[j], d[j]);
    const chance = p * (1 - p);
    if (!(chance > 0)) continue;
    const w =
      logProbability(theta, a[j], b[j], c[j], d[j]) - logComplement(theta, a[j], b[j], c[j], d[j]);
    const { first } = probabilityDerivatives(theta, a[j], b[j], c[j], d[j]);
    const error = answers.scores[k] - p;
    distance += error * w;
    slope += (error * first) / chance;
    shared += first * w;
    information += (first * first) / chance;
    variance += chance * w * w;
  }
  if (!(information > 0)) return null;
  const left = variance - (shared * shared) / information;
  if (!(left > LEAST_SHARE * variance)) return null;
  return (distance - (shared / information) * slope) / Math.sqrt(left);
}
