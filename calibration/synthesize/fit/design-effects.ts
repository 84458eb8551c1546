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
  const count = countAnswers(scores, width);
  const together = new Float64Array(width);
  for (let i = 0; i < speakers.length; i++)
    for (let k = 0; k < i; k++) {
      const correlation = correlationOf(dependence, speakers[i], speakers[k]);
      if (correlation === 0) continue;
      for (let j = 0; j < width; j++)
        if (!Number.isNaN(scores[i * width + j] + scores[k * width + j]))
          together[j] += correlation;
    }
  return summed(
    count,
    Float64Array.from(count, (n, j) => (n === 0 ? 1 : Math.max(1, 1 + (2 * together[j]) / n))),
  );
}

/** The design effects where all participants of a generator are one and the same: answers to an item for each generator. */
export function generatorEffects(
  { scores, items }: ResponseMatrix,
  speakers: readonly Speaker[],
): DesignEffects {
  const width = items.length;
  const count = countAnswers(scores, width);
  const generators = new Int32Array(width);
  for (const generator of new Set(speakers.map((speaker) => speaker.generator))) {
    const own = speakers.flatMap((speaker, i) => (speaker.generator === generator ? [i] : []));
    for (let j = 0; j < width; j++)
      if (own.some((i) => !Number.isNaN(scores[i * width + j]))) generators[j]++;
  }
  return summed(
    count,
    Float64Array.from(count, (n, j) => (n === 0 ? 1 : n / generators[j])),
  );
}

function countAnswers(scores: Float32Array, width: number): Int32Array {
  const count = new Int32Array(width);
  for (let k = 0; k < scores.length; k++) if (!Number.isNaN(scores[k])) count[k % width]++;
  return count;
}

function summed(count: Int32Array, ofItem: Float64Array): DesignEffects {
  let [answered, participants, effective] = [0, 0, 0];
  for (let j = 0; j < count.length; j++) {
    if (count[j] === 0) continue;
    answered++;
    participants += count[j];
    effective += count[j] / ofItem[j];
  }
  return {
    ofItem,
    participants: participants / answered,
    effectiveParticipants: effective / answered,
    designEffect: participants / effective,
  };
}
