import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type ItemPriors, type ItemState, itemStep } from './item-step.ts';
import { learnPriors } from './learn-priors.ts';

/** Quadrature: equally spaced nodes over [−6, 6] with normal weights, as mirt's default. */
const NODES = 61;
const REACH = 6;

/**
 * Few items: marginal maximum a posteriori by EM. Abilities are integrated over N(0, 1) on fixed nodes; each round
 * spreads every examinee's answers over the nodes by the posterior (E) and takes a Fisher-scoring step of every item
 * (M). Log-likelihoods are summed and the largest is taken out before exponentials, so that nothing underflows.
 *
 * @param abilities filled with the posterior means
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459
 */
export function fitMarginal(
  matrix: ResponseMatrix,
  items: ItemState,
  abilities: Float64Array,
  priors: ItemPriors,
  maxRounds: number,
  tolerance: number,
): { rounds: number; converged: boolean } {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const nodes = Float64Array.from(
    { length: NODES },
    (_, q) => -REACH + (2 * REACH * q) / (NODES - 1),
  );
  const logRight = new Float64Array(width * NODES);
  const logWrong = new Float64Array(width * NODES);
  const asked = new Float64Array(width * NODES);
  const right = new Float64Array(width * NODES);
  const posterior = new Float64Array(NODES);
  const before = new Float64Array(2 * width);
  let rounds = 0;
  let change = Number.POSITIVE_INFINITY;
  while (rounds < maxRounds && change > tolerance) {
    rounds++;
    tabulate(items, nodes, logRight, logWrong);
    asked.fill(0);
    right.fill(0);
    for (let i = 0; i < n; i++) {
      abilities[i] = posteriorOf(
        matrix.scores,
        i * width,
        width,
        nodes,
        logRight,
        logWrong,
        posterior,
      );
      for (let j = 0; j < width; j++) {
        const u = matrix.scores[i * width + j];
        if (Number.isNaN(u)) continue;
        const at = j * NODES;
        for (let q = 0; q < NODES; q++) {
          asked[at + q] += posterior[q];
          right[at + q] += u * posterior[q];
        }
      }
    }
    before.set(items.logA);
    before.set(items.delta, width);
    for (let j = 0; j < width; j++) {
      const at = j * NODES;
      const counts = {
        nodes,
        asked: asked.subarray(at, at + NODES),
        right: right.subarray(at, at + NODES),
        count: NODES,
      };
      itemStep(items, j, counts, priors);
    }
    learnPriors(items, priors);
    change = 0;
    for (let j = 0; j < width; j++)
      change = Math.max(
        change,
        Math.abs(items.logA[j] - before[j]),
        Math.abs(items.delta[j] - before[width + j]),
      );
  }
  return { rounds, converged: change <= tolerance };
}

function tabulate(
  items: ItemState,
  nodes: Float64Array,
  logRight: Float64Array,
  logWrong: Float64Array,
): void {
  for (let j = 0; j < items.delta.length; j++) {
    const a = Math.exp(items.logA[j]);
    const c = 1 / (1 + Math.exp(-items.logitC[j]));
    for (let q = 0; q < nodes.length; q++) {
      const z = a * nodes[q] + items.delta[j];
      const t = Math.exp(-Math.abs(z));
      logRight[j * nodes.length + q] = Math.log(c + ((1 - c) * (z >= 0 ? 1 : t)) / (1 + t));
      logWrong[j * nodes.length + q] = Math.log1p(-c) - Math.log1p(t) - Math.max(z, 0);
    }
  }
}

/** Fills `posterior` with one examinee's posterior weights at the nodes (sum 1) and returns its mean. */
function posteriorOf(
  scores: Float32Array,
  from: number,
  width: number,
  nodes: Float64Array,
  logRight: Float64Array,
  logWrong: Float64Array,
  posterior: Float64Array,
): number {
  for (let q = 0; q < NODES; q++) posterior[q] = -0.5 * nodes[q] * nodes[q];
  for (let j = 0; j < width; j++) {
    const u = scores[from + j];
    if (Number.isNaN(u)) continue;
    const at = j * NODES;
    for (let q = 0; q < NODES; q++)
      posterior[q] += u * logRight[at + q] + (1 - u) * logWrong[at + q];
  }
  let top = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < NODES; q++) top = Math.max(top, posterior[q]);
  let mass = 0;
  let mean = 0;
  for (let q = 0; q < NODES; q++) {
    posterior[q] = Math.exp(posterior[q] - top);
    mass += posterior[q];
    mean += posterior[q] * nodes[q];
  }
  for (let q = 0; q < NODES; q++) posterior[q] /= mass;
  return mean / mass;
}
