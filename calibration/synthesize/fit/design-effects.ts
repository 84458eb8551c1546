import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { correlationOf, type Dependence } from './dependence.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** How much less participants tell than as many independent ones. */
export interface DesignEffects {
  /** One entry an item, at least 1; 1 where nobody answered. */
  readonly ofItem: Float64Array;
  /** Mean number of participants an item, over the items that were answered. */
  readonly participants: number;
  /** Mean number of independent participants that would tell as much. */
  readonly effectiveParticipants: number;
  /** `participants / effectiveParticipants`. */
  readonly designEffect: number;
}

/**
 * The design effect of each item, the variance of the mean of its n participants over that of n independent ones,
 *
 *     D = (1/n) Σ_i Σ_k ρ_ik,   n_eff = n / D,
 *
 * with ρ_ii = 1. Where only a generator is shared, by m participants each, it is Kish's 1 + (m − 1)ρ. Below 1, which chance
 * alone can make it, it counts as 1.
 * @see Kish (1965), Survey Sampling, section 5.4
 */
export function designEffects(
  { scores, items }: ResponseMatrix,
  speakers: readonly Speaker[],
  dependence: Omit<Dependence, 'itemGeneratorVariance'>,
): DesignEffects {
  const width = items.length;
  const count = new Int32Array(width);
  const together = new Float64Array(width);
  for (let i = 0; i < speakers.length; i++) {
    for (let j = 0; j < width; j++) if (!Number.isNaN(scores[i * width + j])) count[j]++;
    for (let k = 0; k < i; k++) {
      const correlation = correlationOf(dependence, speakers[i], speakers[k]);
      if (correlation === 0) continue;
      for (let j = 0; j < width; j++)
        if (!Number.isNaN(scores[i * width + j] + scores[k * width + j]))
          together[j] += correlation;
    }
  }
  const ofItem = new Float64Array(width);
  let [answered, participants, effective] = [0, 0, 0];
  for (let j = 0; j < width; j++) {
    const n = count[j];
    ofItem[j] = n === 0 ? 1 : Math.max(1, 1 + (2 * together[j]) / n);
    if (n === 0) continue;
    answered++;
    participants += n;
    effective += n / ofItem[j];
  }
  return {
    ofItem,
    participants: participants / answered,
    effectiveParticipants: effective / answered,
    designEffect: participants / effective,
  };
}
