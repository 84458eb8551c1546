import { mean } from '../../../src/statistics/mean.ts';
import { variance } from '../../../src/statistics/variance.ts';
import { type CurveNodes, type CurveTable, curveTable } from './curve-nodes.ts';

/** Rounds of the fit: weights and abilities have settled to well below their errors by then. */
const ROUNDS = 12;
/** Half an answer right and half a wrong one for every examinee at the start, and this many items a node at every round. */
const HALF = 0.5;
const ITEMS_PER_NODE = 0.05;
const ABILITIES = Float64Array.from({ length: 121 }, (_, k) => (k - 60) / 12);
/** Standard deviation of the prior of abilities: they stay finite when all answers are right. */
const PRIOR_SD = 2;
/** A spread of abilities that is rounding. */
const LEAST_SPREAD = 1e-9;

/** What the answers of a bank say of its items together, and of examinees. */
export interface LearnedCurves {
  /** Mean 0, variance 1. */
  readonly abilities: Float64Array;
  /** Log-probability of each node of slope and difficulty for an item with a right key. */
  readonly logWeights: Float64Array;
  readonly table: CurveTable;
}

/**
 * Abilities, and the distribution of item curves over fixed nodes, by expectation–maximisation: items are integrated out,
 * abilities are posterior modes, and the weights of the nodes are their mean posterior (a nonparametric estimate of the
 * distribution of items). Needs no complete answers.
 * @param right item × examinee: 1, 0, or −1 for no answer
 * @see Laird (1978), JASA 73, 805–811; Bock & Aitkin (1981), Psychometrika 46, 443–459
 */
export function learnCurves(
  right: Int8Array,
  examinees: number,
  nodes: CurveNodes,
  guessing: number,
): LearnedCurves {
  const items = right.length / examinees;
  const { count } = nodes;
  const grid = curveTable(nodes, ABILITIES, guessing);
  let abilities = standardised(startAbilities(right, examinees));
  const logWeights = new Float64Array(count).fill(-Math.log(count));
  const posterior = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    const table = curveTable(nodes, abilities, guessing);
    const weights = new Float64Array(count).fill(ITEMS_PER_NODE);
    const [rights, wrongs] = [
      new Float64Array(examinees * count),
      new Float64Array(examinees * count),
    ];
    for (let j = 0; j < items; j++) {
      const own = right.subarray(j * examinees, (j + 1) * examinees);
      nodePosterior(own, table, logWeights, posterior);
      for (let k = 0; k < count; k++) weights[k] += posterior[k];
      for (let m = 0; m < examinees; m++) {
        if (own[m] < 0) continue;
        const sums = own[m] === 1 ? rights : wrongs;
        for (let k = 0; k < count; k++) sums[m * count + k] += posterior[k];
      }
    }
    const total = Math.log(items + ITEMS_PER_NODE * count);
    for (let k = 0; k < count; k++) logWeights[k] = Math.log(weights[k]) - total;
    abilities = standardised(
      abilities.map((_, m) =>
        abilityMode(
          rights.subarray(m * count, (m + 1) * count),
          wrongs.subarray(m * count, (m + 1) * count),
          grid,
        ),
      ),
    );
  }
  return { abilities, logWeights, table: curveTable(nodes, abilities, guessing) };
}

/** The posterior of the nodes given the answers to an item, written to `posterior`; sums to 1. */
export function nodePosterior(
  answers: Int8Array,
  { right, wrong }: CurveTable,
  logWeights: Float64Array,
  posterior: Float64Array,
): void {
  const width = answers.length;
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < posterior.length; k++) {
    let sum = logWeights[k];
    for (let m = 0, at = k * width; m < width; m++, at++) {
      if (answers[m] === 1) sum += right[at];
      else if (answers[m] === 0) sum += wrong[at];
    }
    posterior[k] = sum;
    if (sum > most) most = sum;
  }
  let total = 0;
  for (let k = 0; k < posterior.length; k++) {
    posterior[k] = Math.exp(posterior[k] - most);
    total += posterior[k];
  }
  for (let k = 0; k < posterior.length; k++) posterior[k] /= total;
}

function abilityMode(rights: Float64Array, wrongs: Float64Array, grid: CurveTable): number {
  const width = ABILITIES.length;
  const value = Float64Array.from(ABILITIES, (ability) => -((ability / PRIOR_SD) ** 2) / 2);
  for (let k = 0; k < rights.length; k++) {
    if (rights[k] + wrongs[k] === 0) continue;
    for (let g = 0, at = k * width; g < width; g++, at++)
      value[g] += rights[k] * grid.right[at] + wrongs[k] * grid.wrong[at];
  }
  let best = 0;
  for (let g = 1; g < width; g++) if (value[g] > value[best]) best = g;
  if (best === 0 || best === width - 1) return ABILITIES[best];
  // The vertex of the parabola through the best point and its neighbours.
  const [low, top, high] = [value[best - 1], value[best], value[best + 1]];
  const bend = low - 2 * top + high;
  const shift = bend < 0 ? (low - high) / (2 * bend) : 0;
  return ABILITIES[best] + shift * (ABILITIES[1] - ABILITIES[0]);
}

/** Logits of the share right of each examinee. */
function startAbilities(right: Int8Array, examinees: number): Float64Array {
  const sums = new Float64Array(examinees);
  const answers = new Float64Array(examinees);
  for (let at = 0; at < right.length; at++) {
    if (right[at] < 0) continue;
    sums[at % examinees] += right[at];
    answers[at % examinees]++;
  }
  return sums.map((sum, m) => Math.log((sum + HALF) / (answers[m] - sum + HALF)));
}

function standardised(values: Float64Array): Float64Array {
  const centre = mean(values);
  const sd = Math.sqrt(variance(values));
  return values.map((value) => (sd > LEAST_SPREAD ? (value - centre) / sd : 0));
}
