import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { type Correlations, correlationOf } from './dependence.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** How much less participants tell than as many independent ones. */
export interface DesignEffects {
  /** How often each answer counts, in (0, 1], shaped like the scores; 0 if there is none. */
  readonly weights: Float32Array;
  /** One entry per item, n / n_eff ≥ 1; 1 if there are no answers. */
  readonly ofItem: Float64Array;
  /** Mean number of participants per item, over the items that were answered. */
  readonly participants: number;
  /** Mean number of independent participants that would tell as much. */
  readonly effectiveParticipants: number;
  /** `participants / effectiveParticipants`. */
  readonly designEffect: number;
}

/**
 * What answers to an item are worth, whose errors are correlated by ρ_ik. Answer i counts
 *
 *     w_i = 1 / Σ_k ρ_ik,   n_eff = Σ_i w_i,
 *
 * over the participants k that answered the item, itself among them (ρ_ii = 1). Where clusters are equal that is Kish's
 * n / (1 + (m − 1)ρ); where they are not, a cluster of many does not drown the others, as it would if all counted alike.
 * @see Kish (1965), Survey Sampling, section 5.4; Williamson, Datta & Satten (2003), Biometrics 59, 36–42, for clusters whose
 *   size is no information
 */
export function designEffects(
  matrix: ResponseMatrix,
  speakers: readonly Speaker[],
  dependence: Correlations,
): DesignEffects {
  return weighted(matrix, speakers, (first, second) => correlationOf(dependence, first, second));
}

/** As if all participants of a generator gave one and the same answer: each generator counts once. */
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
