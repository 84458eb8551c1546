import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { type Correlations, correlationOf } from './dependence.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** The loss of information of participants, compared with the same number of independent ones. */
export interface DesignEffects {
  /** Weight of each answer, in (0, 1], shaped like the scores; 0 if there is no answer. */
  readonly weights: Float32Array;
  /** One entry per item, n / n_eff ≥ 1; 1 if there are no answers. */
  readonly ofItem: Float64Array;
  /** Mean number of participants per item, over the items that were answered. */
  readonly participants: number;
  /** Mean number of independent participants with the same information. */
  readonly effectiveParticipants: number;
  /** `participants / effectiveParticipants`. */
  readonly designEffect: number;
}

/**
 * The weights of answers to an item whose errors are correlated by ρ_ik. Answer i has the weight
 *
 *     w_i = 1 / Σ_k ρ_ik,   n_eff = Σ_i w_i,
 *
 * over the participants k that answered the item, itself among them (ρ_ii = 1). With equal clusters this is Kish's n / (1 + (m
 * − 1)ρ). With unequal ones, a large cluster does not dominate the others, as it would with equal weights.
 * @see Kish (1965), Survey Sampling, section 5.4; Williamson, Datta & Satten (2003), Biometrics 59, 36–42, for clusters of
 * uninformative size
 */
export function designEffects(
  matrix: ResponseMatrix,
  speakers: readonly Speaker[],
  dependence: Correlations,
): DesignEffects {
  return weighted(matrix, speakers, (first, second) => correlationOf(dependence, first, second));
}

/** Weights as if all participants of a generator gave the same answer: each generator counts once. */
export function generatorEffects(
  matrix: ResponseMatrix,
  speakers: readonly Speaker[],
): DesignEffects {
  return weighted(matrix, speakers, (first, second) =>
    first.generator === second.generator ? 1 : 0,
  );
}

function weighted(
  { scores, items }: ResponseMatrix,
  speakers: readonly Speaker[],
  correlation: (first: Speaker, second: Speaker) => number,
): DesignEffects {
  const [n, width] = [speakers.length, items.length];
  const rho = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++)
      rho[i * n + k] = i === k ? 1 : correlation(speakers[i], speakers[k]);
  const weights = new Float32Array(n * width);
  const ofItem = new Float64Array(width).fill(1);
  const asked = new Int32Array(n);
  let [answered, participants, effective] = [0, 0, 0];
  for (let j = 0; j < width; j++) {
    let count = 0;
    for (let i = 0; i < n; i++) if (!Number.isNaN(scores[i * width + j])) asked[count++] = i;
    if (count === 0) continue;
    let own = 0;
    for (let x = 0; x < count; x++) {
      let sum = 0;
      for (let y = 0; y < count; y++) sum += rho[asked[x] * n + asked[y]];
      weights[asked[x] * width + j] = 1 / sum;
      own += 1 / sum;
    }
    ofItem[j] = count / own;
    answered++;
    participants += count;
    effective += own;
  }
  return {
    weights,
    ofItem,
    participants: participants / answered,
    effectiveParticipants: effective / answered,
    designEffect: participants / effective,
  };
}
