import { logistic } from '../../../../src/irt/logistic.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { readAnswers } from '../engine/answer-reader.ts';
import { type Workspace, workspaceBytes, workspaceOn } from '../engine/workspace.ts';
import { itemMode } from '../m-step/item-mode.ts';
import { logPrior } from '../priors/log-prior.ts';
import { slopeOf } from './slope-of.ts';

/** An item with its slope turned around. */
export interface Turned {
  readonly item: number;
  /** By how much the log-posterior rises. */
  readonly gain: number;
  /** 4: log |a|, δ, logit c, logit d. */
  readonly point: Float64Array;
}

const MOST_ROUNDS = 200;
/** Converged if no coordinate changes by more than this. */
const TOLERANCE = 1e-5;
/** An item that gains less fits equally well with either sign, and keeps its own. */
const LEAST_GAIN = 1e-6;
/** Starting |a| for a slope that fell below this under its own sign. */
const LEAST_START = Math.log(0.3);
/** Below this, a slope has fallen to 0 under the other sign too. */
const VANISHED = -9;

/**
 * The maximum of the log-posterior in the coordinates of item j with its slope turned around, all other items held. With w_iq the
 * posterior of examinee i at node q, and P, P* the item's likelihood of i's answer before and after, the marginal log-likelihood
 * changes by Σ_i log Σ_q w_iq P*_iq / P_iq, without any approximation. Maximised by EM over this item alone.
 *
 * The workspace must hold the posteriors at `from`. It is left as it is.
 * @returns null if the item gains nothing by it
 */
export function otherSign(workspace: Workspace, j: number): Turned | null {
  const { size, from, reversed, posterior, windows } = workspace;
  const q = size.nodes;
  const before = curveOf(workspace, j);
  const single = alone(workspace, j);
  const old = logPrior(single, single.from);
  single.reversed[0] = 1 - reversed[j];
  if (single.active[0] === 1) single.from[0] = Math.max(LEAST_START, from[j]);
  const answers = new Float64Array(size.examinees);
  readAnswers(workspace, j, answers);

  const likelihood = new Float64Array(q);
  const weights = new Float64Array(q);
  /** Change of the log-likelihood, and the expected counts. */
  const expect = (): number => {
    const after = curveOf(single, 0);
    const ratio = (u: number, k: number) =>
      Math.exp(
        (u > 0 ? u * Math.log(after[k] / before[k]) : 0) +
          (u < 1 ? (1 - u) * Math.log((1 - after[k]) / (1 - before[k])) : 0),
      );
    const tables = {
      right: likelihood.map((_, k) => ratio(1, k)),
      wrong: likelihood.map((_, k) => ratio(0, k)),
    };
    single.table.fill(0);
    single.wrong.fill(0);
    let sum = 0;
    for (let i = 0; i < size.examinees; i++) {
      const u = answers[i];
      if (Number.isNaN(u)) continue;
      let mass = 0;
      for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) {
        const by = u === 1 ? tables.right[k] : u === 0 ? tables.wrong[k] : ratio(u, k);
        weights[k] = posterior[i * q + k] * by;
        mass += weights[k];
      }
      sum += Math.log(mass);
      for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) {
        single.wrong[k] += weights[k] / mass;
        single.table[k] += (u * weights[k]) / mass;
      }
    }
    return sum;
  };

  let gain = expect() + logPrior(single, single.from) - old;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    itemMode(single, 0);
    let moved = 0;
    single.to.forEach((value, k) => {
      if (single.active[k] === 1) moved = Math.max(moved, Math.abs(value - single.from[k]));
    });
    single.from.set(single.to);
    gain = expect() + logPrior(single, single.from) - old;
    if (moved < TOLERANCE || single.from[0] < VANISHED) break;
  }
  if (!(gain > LEAST_GAIN) || single.from[0] < VANISHED) return null;
  return { item: j, gain, point: single.from.slice() };
}

/** P at every node, strictly between 0 and 1. */
function curveOf(workspace: Workspace, j: number): Float64Array {
  const { size, from, nodes } = workspace;
  const all = size.items;
  const a = slopeOf(workspace, j, from);
  const [c, d] = [logistic(from[2 * all + j]), logistic(from[3 * all + j])];
  return nodes.map((theta) =>
    Math.min(1 - 1e-15, Math.max(1e-300, probability(a * theta + from[all + j], 1, 0, c, d))),
  );
}

/** A workspace of this item alone, for its M-step. */
function alone(workspace: Workspace, j: number): Workspace {
  const { nodes: q, items: all } = workspace.size;
  const size = { examinees: 1, items: 1, nodes: q, blocks: 1, missing: true, fractions: 0 };
  const single = workspaceOn(size, new ArrayBuffer(workspaceBytes(size)));
  single.nodes.set(workspace.nodes);
  single.active.set(workspace.active);
  single.families.set(workspace.families);
  for (let k = 0; k < 4; k++) single.from[k] = workspace.from[k * all + j];
  for (let k = 0; k < 8; k++) single.priors[k] = workspace.priors[k * all + j];
  single.reversed[0] = workspace.reversed[j];
  return single;
}
