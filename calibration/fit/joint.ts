import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type ItemPriors, type ItemState, itemStep, type NodeCounts } from './item-step.ts';
import { learnPriors } from './learn-priors.ts';

/** Standard deviations of abilities up to this are rounding: to scale by them would blow the items up. */
export const NO_SPREAD = 1e-9;
/** How an examinee's ability is updated: by at most this much a round. */
const LONGEST_STEP = 0.7;

/** A prior of log a this narrow makes one discrimination of all of them. */
export const COMMON_SLOPE_SD = 0.01;

export interface JointOptions {
  readonly maxRounds: number;
  /** Largest change of an ability that counts as none. */
  readonly tolerance: number;
  /** One discrimination for all items. */
  readonly commonSlope?: boolean;
  readonly onRound?: ((round: number, change: number) => void) | undefined;
}

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
  { maxRounds, tolerance, commonSlope = false, onRound }: JointOptions,
): { rounds: number; converged: boolean } {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const nodes = new Float64Array(n);
  const asked = new Float64Array(n).fill(1);
  const columns = new Float32Array(COLUMNS * n);
  const slopes = new Float64Array(width);
  const guessing = new Float64Array(width);
  const right = new Float64Array(n);
  const before = new Float64Array(n);
  let change = Number.POSITIVE_INFINITY;
  let rounds = 0;
  while (rounds < maxRounds && change > tolerance) {
    rounds++;
    before.set(abilities);
    for (let from = 0; from < width; from += COLUMNS) {
      const to = Math.min(width, from + COLUMNS);
      turnColumns(matrix.scores, n, width, from, to, columns);
      for (let j = from; j < to; j++) {
        let count = 0;
        for (let i = 0, at = (j - from) * n; i < n; i++, at++) {
          const u = columns[at];
          if (Number.isNaN(u)) continue;
          nodes[count] = abilities[i];
          right[count++] = u;
        }
        const counts: NodeCounts = { nodes, asked, right, count };
        itemStep(items, j, counts, priors);
        itemStep(items, j, counts, priors);
      }
    }
    learnPriors(items, priors);
    if (commonSlope) priors.sdLogA = COMMON_SLOPE_SD;
    for (let j = 0; j < width; j++) {
      slopes[j] = Math.exp(items.logA[j]);
      guessing[j] = 1 / (1 + Math.exp(-items.logitC[j]));
    }
    for (let i = 0; i < n; i++) {
      const row = matrix.scores.subarray(i * width, (i + 1) * width);
      abilities[i] = abilityStep(slopes, items.delta, guessing, row, abilities[i]);
    }
    standardise(items, abilities, priors);
    change = 0;
    for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(abilities[i] - before[i]));
    onRound?.(rounds, change);
  }
  return { rounds, converged: change <= tolerance };
}

/** Items turned from rows to columns at a time: one row's part of them fills a cache line or two. */
const COLUMNS = 32;

/** Copies the columns from … to − 1 of a matrix of n rows into `into`, one after another. */
function turnColumns(
  scores: Float32Array,
  n: number,
  width: number,
  from: number,
  to: number,
  into: Float32Array,
): void {
  for (let i = 0; i < n; i++)
    for (let j = from, at = i; j < to; j++, at += n) into[at] = scores[i * width + j];
}

/** One Fisher-scoring step of an ability given the items. */
function abilityStep(
  slopes: Float64Array,
  intercepts: Float64Array,
  guessing: Float64Array,
  row: Float32Array,
  theta: number,
): number {
  let gradient = 0;
  let information = 0;
  for (let j = 0; j < row.length; j++) {
    const u = row[j];
    if (Number.isNaN(u)) continue;
    const a = slopes[j];
    const c = guessing[j];
    const z = a * theta + intercepts[j];
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
