import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type ItemPriors, type ItemState, itemStep, type NodeCounts } from './item-step.ts';
import { learnPriors } from './learn-priors.ts';

/** Standard deviations of abilities up to this are rounding: to scale by them would blow the items up. */
export const NO_SPREAD = 1e-9;
/** How an examinee's ability is updated: by at most this much a round. */
const LONGEST_STEP = 0.7;

/**
 * Few examinees, many items: abilities are the structural parameters and standardised to mean 0 and variance 1 over
 * the examinees; each round takes Fisher-scoring steps of every item towards its posterior mode given the abilities,
 * learns the priors by empirical Bayes, and steps every ability given the items.
 *
 * @param abilities starting values, updated in place
 * @returns rounds used, and whether the largest change of an ability fell below the tolerance
 * @see DESIGN §4, "few persons and many items"; Mislevy & Bock (1986) on joint modes under priors
 */
export function fitJoint(
  matrix: ResponseMatrix,
  items: ItemState,
  abilities: Float64Array,
  priors: ItemPriors,
  maxRounds: number,
  tolerance: number,
): { rounds: number; converged: boolean } {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const nodes = new Float64Array(n);
  const asked = new Float64Array(n);
  const right = new Float64Array(n);
  const before = new Float64Array(n);
  let change = Number.POSITIVE_INFINITY;
  let rounds = 0;
  while (rounds < maxRounds && change > tolerance) {
    rounds++;
    before.set(abilities);
    for (let j = 0; j < width; j++) {
      let count = 0;
      for (let i = 0; i < n; i++) {
        const u = matrix.scores[i * width + j];
        if (Number.isNaN(u)) continue;
        nodes[count] = abilities[i];
        asked[count] = 1;
        right[count++] = u;
      }
      const counts: NodeCounts = { nodes, asked, right, count };
      itemStep(items, j, counts, priors);
      itemStep(items, j, counts, priors);
    }
    learnPriors(items, priors);
    for (let i = 0; i < n; i++)
      abilities[i] = abilityStep(items, matrix.scores, i * width, width, abilities[i]);
    standardise(items, abilities, priors);
    change = 0;
    for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(abilities[i] - before[i]));
  }
  return { rounds, converged: change <= tolerance };
}

/** One Fisher-scoring step of an ability given the items. */
function abilityStep(
  items: ItemState,
  scores: Float32Array,
  from: number,
  width: number,
  theta: number,
): number {
  let gradient = 0;
  let information = 0;
  for (let j = 0; j < width; j++) {
    const u = scores[from + j];
    if (Number.isNaN(u)) continue;
    const a = Math.exp(items.logA[j]);
    const c = 1 / (1 + Math.exp(-items.logitC[j]));
    const z = a * theta + items.delta[j];
    const t = Math.exp(-Math.abs(z));
    const k = 1 / (1 + t);
    const up = z >= 0 ? k : t * k;
    const down = z >= 0 ? t * k : k;
    const p = c + (1 - c) * up;
    const notP = (1 - c) * down;
    const overP = up / p;
    gradient += a * overP * (u * notP - (1 - u) * p);
    information += a * a * overP * (1 - c) * up * down;
  }
  // The standard normal prior matters only for examinees with few answers.
  const step = (gradient - theta) / (information + 1);
  return theta + Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
}

/** Puts the abilities on mean 0 and variance 1, and the items and the prior of log a on the same scale. */
function standardise(items: ItemState, abilities: Float64Array, priors: ItemPriors): void {
  const n = abilities.length;
  let mean = 0;
  for (const theta of abilities) mean += theta / n;
  let variance = 0;
  for (const theta of abilities) variance += (theta - mean) ** 2 / n;
  const spread = Math.sqrt(variance);
  const sd = spread > NO_SPREAD ? spread : 1;
  for (let i = 0; i < n; i++) abilities[i] = (abilities[i] - mean) / sd;
  const shift = Math.log(sd);
  for (let j = 0; j < items.delta.length; j++) {
    items.delta[j] += Math.exp(items.logA[j]) * mean;
    items.logA[j] += shift;
  }
  priors.meanLogA += shift;
}
