import { emptyGrid } from '../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { testInformation } from '../../src/irt/test-information.ts';

/** Abilities are integrated over [−REACH, REACH] of the old scale. */
const REACH = 7;
const [FEWEST_NODES, MOST_NODES] = [71, 561];
/** Nodes per standard deviation of the narrowest posterior: the trapezoidal rule then errs by 1e-8 or less. */
const NODES_PER_SD = 1;
const ROUNDS = 500;
const TOLERANCE = 1e-8;
/** A group of equal examinees. */
const SMALLEST_SD = 0.05;

/** A normal distribution of ability. */
export interface Spread {
  readonly mean: number;
  readonly sd: number;
  /** Mean posterior variance of the examinees. */
  readonly unknown: number;
}

/** Equally spaced abilities, close enough for examinees who answer all items. */
export function refreshNodes(parameters: ItemParameters): Float64Array {
  let most = 0;
  for (const theta of emptyGrid(-REACH, REACH, 0.25).nodes)
    most = Math.max(most, testInformation(theta, parameters));
  const wanted = Math.ceil(2 * REACH * Math.sqrt(most + 1) * NODES_PER_SD) + 1;
  const size = Math.min(MOST_NODES, Math.max(FEWEST_NODES, wanted));
  return Float64Array.from({ length: size }, (_, q) => -REACH + (2 * REACH * q) / (size - 1));
}

/**
 * The log-likelihood at the nodes of each examinee's answers to the anchors: examinees × nodes.
 * @param tables of `anchorTables`, of all items that can be anchors
 * @param place the position of each column in the tables, −1 if it has none
 */
export function anchorLikelihoods(
  { examinees, items, scores }: ResponseMatrix,
  isAnchor: Uint8Array,
  tables: Float64Array,
  place: Int32Array,
  size: number,
): Float64Array {
  const [n, width] = [examinees.length, items.length];
  const log = new Float64Array(n * size);
  for (let j = 0; j < width; j++) {
    if (isAnchor[j] === 0 || place[j] < 0) continue;
    const wrong = 2 * place[j] * size;
    for (let i = 0; i < n; i++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      for (let q = 0; q < size; q++)
        log[i * size + q] += u * tables[wrong + size + q] + (1 - u) * tables[wrong + q];
    }
  }
  return log;
}

/**
 * The normal distribution of ability of some examinees with the greatest likelihood, curves given: EM over their posteriors.
 * @returns null without examinees
 * @see Bock & Zimowski (1997), Multiple group IRT, in van der Linden & Hambleton, Handbook of Modern Item Response Theory, 433–448
 */
export function spreadOf(
  log: Float64Array,
  nodes: Float64Array,
  rows: readonly number[],
): Spread | null {
  if (rows.length === 0) return null;
  const size = nodes.length;
  let found: Spread = { mean: 0, sd: 1, unknown: 1 };
  for (let round = 0; round < ROUNDS; round++) {
    const { mean, sd } = found;
    let [sum, squares, unknown] = [0, 0, 0];
    for (const i of rows) {
      let most = Number.NEGATIVE_INFINITY;
      for (let q = 0; q < size; q++) {
        const z = (nodes[q] - mean) / sd;
        most = Math.max(most, log[i * size + q] - 0.5 * z * z);
      }
      let [m0, m1, m2] = [0, 0, 0];
      for (let q = 0; q < size; q++) {
        const z = (nodes[q] - mean) / sd;
        const value = log[i * size + q] - 0.5 * z * z - most;
        if (value < -40) continue;
        const weight = Math.exp(value);
        m0 += weight;
        m1 += weight * nodes[q];
        m2 += weight * nodes[q] * nodes[q];
      }
      sum += m1 / m0;
      squares += m2 / m0;
      unknown += m2 / m0 - (m1 / m0) ** 2;
    }
    const next = sum / rows.length;
    const spread = Math.max(
      SMALLEST_SD,
      Math.sqrt(Math.max(0, squares / rows.length - next * next)),
    );
    found = { mean: next, sd: spread, unknown: unknown / rows.length };
    if (Math.abs(next - mean) < TOLERANCE && Math.abs(spread - sd) < TOLERANCE) break;
  }
  return found;
}

/** Adds the log-density of each examinee's group, up to a constant of the group. */
export function addPriors(
  log: Float64Array,
  nodes: Float64Array,
  spreads: readonly (Spread | null)[],
  groupOf: Uint8Array,
): void {
  const size = nodes.length;
  groupOf.forEach((g, i) => {
    const { mean, sd } = spreads[g]!;
    for (let q = 0; q < size; q++) log[i * size + q] -= 0.5 * ((nodes[q] - mean) / sd) ** 2;
  });
}
