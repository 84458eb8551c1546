import {
  type CategoryCurves,
  categoryCurves,
  openCurves,
} from '../../src/irt/polytomous/curves/category-curves.ts';
import type { MixedItems } from '../../src/irt/polytomous/mixed-items.ts';
import { solvePositive } from '../../src/irt/small-cholesky.ts';
import type { ItemModel } from './models/item-model.ts';
import { addPrior, type PolytomousPriors } from './priors.ts';

/** Most scoring steps of an item per round of EM. */
const MOST_STEPS = 5;
/** A step this short is the last one of a round: the next would be far shorter, and the next round takes it. */
const SHORT = 1e-3;
const MOST_HALVINGS = 30;
/** A coordinate this close to a bound is at it. */
const BEYOND = 1e-6;
/** Share of a step's promise that rounding may take. */
const ROUNDING = 1e-12;

/** One item's scratch space. */
export interface ItemSpace {
  readonly curves: CategoryCurves;
  /** ∂ log P_k/∂x_m at a node. */
  readonly rows: Float64Array;
  readonly gradient: Float64Array;
  readonly information: Float64Array;
  readonly step: Float64Array;
  readonly trial: Float64Array;
}

/** @param size most coordinates of an item */
export function openItemSpace(categories: number, size: number): ItemSpace {
  return {
    curves: openCurves(categories),
    rows: new Float64Array(categories * size),
    gradient: new Float64Array(size),
    information: new Float64Array(size * size),
    step: new Float64Array(size),
    trial: new Float64Array(size),
  };
}

/** An item as the M-step sees it: its expected answers begin at `scoresFrom[j]` rows of the table. */
export interface ItemTask {
  readonly model: ItemModel;
  readonly priors: PolytomousPriors;
  readonly items: MixedItems;
  readonly j: number;
  readonly nodes: Float64Array;
  readonly expected: Float64Array;
}

/**
 * Writes the gradient and the Fisher information of Σ_q Σ_k r_kq log P_k(θ_q) + log prior at x into `space`, and leaves the packed values of x
 * in the items. Information: Σ_q r_·q Σ_k P_k g_k g_kᵀ with g_k = ∂ log P_k/∂x.
 * @returns the sum itself, −∞ where x is no point of the model or of its prior
 */
export function expectedSlope(task: ItemTask, x: Float64Array, space: ItemSpace): number {
  const { model, priors, items, j, nodes, expected } = task;
  const { curves, rows, gradient, information } = space;
  const categories = items.categories[j];
  const size = model.size(categories);
  gradient.fill(0);
  information.fill(0);
  if (!model.isPoint(x, categories)) return Number.NEGATIVE_INFINITY;
  let value = addPrior(model, priors, x, categories, gradient, information);
  if (value === Number.NEGATIVE_INFINITY) return value;
  const width = nodes.length;
  const at = items.first[j];
  const from = items.scoresFrom[j] * width;
  model.pack(x, categories, items.values, at);
  for (let q = 0; q < width; q++) {
    let all = 0;
    for (let k = 0; k < categories; k++) all += expected[from + k * width + q];
    if (all === 0) continue;
    categoryCurves(nodes[q], items, j, curves);
    model.gradient(nodes[q], items.values, at, categories, curves, rows);
    for (let k = 0; k < categories; k++) {
      const count = expected[from + k * width + q];
      if (count > 0) value += count * curves.logP[k];
      const weight = all * Math.exp(curves.logP[k]);
      for (let m = 0; m < size; m++) {
        const g = rows[k * size + m];
        gradient[m] += count * g;
        const share = weight * g;
        for (let n = 0; n <= m; n++) information[m * size + n] += share * rows[k * size + n];
      }
    }
  }
  return value;
}

/**
 * The M-step of one item: Fisher scoring from x within the bounds of the model, with steps halved until the expected log-posterior does not fall. Leaves the estimate in x and its
 * packed values in the items.
 */
export function maximiseItem(task: ItemTask, x: Float64Array, space: ItemSpace): void {
  const size = x.length;
  const { step, trial, gradient, information } = space;
  let value = expectedSlope(task, x, space);
  for (let round = 0; round < MOST_STEPS; round++) {
    holdAtBounds(task, x, space);
    solvePositive(information, gradient, size, step);
    let longest = 0;
    for (let m = 0; m < size; m++) longest = Math.max(longest, Math.abs(step[m]));
    if (!(longest > 0)) break;
    let share = 1;
    let next = Number.NEGATIVE_INFINITY;
    let halvings = 0;
    for (; halvings < MOST_HALVINGS; halvings++) {
      for (let m = 0; m < size; m++) trial[m] = x[m] + share * step[m];
      task.model.clamp(trial, task.items.categories[task.j]);
      next = expectedSlope(task, trial.subarray(0, size), space);
      if (next >= value - ROUNDING * Math.abs(value)) break;
      share /= 2;
    }
    if (halvings === MOST_HALVINGS) break;
    for (let m = 0; m < size; m++) x[m] = trial[m];
    value = next;
    if (share * longest < SHORT) break;
  }
  task.model.pack(x, task.items.categories[task.j], task.items.values, task.items.first[task.j]);
}

/** Takes coordinates that are at a bound, and whose gradient leads beyond it, out of the step. */
function holdAtBounds(task: ItemTask, x: Float64Array, space: ItemSpace): void {
  const { gradient, information } = space;
  const size = x.length;
  for (const m of heldCoordinates(task, x, space)) {
    for (let n = 0; n < size; n++) {
      information[m * size + n] = 0;
      information[n * size + m] = 0;
    }
    information[m * size + m] = 1;
    gradient[m] = 0;
  }
}

/** Coordinates at a bound of the model, beyond which the gradient of `space` leads: the answers do not determine them. */
export function heldCoordinates(
  { model, items, j }: ItemTask,
  x: Float64Array,
  { gradient, trial }: ItemSpace,
): readonly number[] {
  const size = x.length;
  for (let m = 0; m < size; m++) trial[m] = x[m] + BEYOND * Math.sign(gradient[m]);
  model.clamp(trial, items.categories[j]);
  let held: number[] | null = null;
  for (let m = 0; m < size; m++) {
    if (gradient[m] === 0 || (trial[m] - x[m]) * gradient[m] > 0) continue;
    held ??= [];
    held.push(m);
  }
  return held ?? NONE;
}

const NONE: readonly number[] = [];
