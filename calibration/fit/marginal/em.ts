import { abilityStep } from './ability-step.ts';
import { answerCounts, checkCounts, checkLogLikelihood, checkNoFall } from './check-possible.ts';
import type { Engine } from './engine.ts';
import { findPosteriors, openMoments } from './find-posteriors.ts';
import {
  type AbilityHistogram,
  fillHistogramWeights,
  histogramStep,
  logHistogramPrior,
  putRoots,
} from './histogram.ts';
import { logPrior } from './log-prior.ts';
import type { GroupWeights } from './posteriors.ts';
import { bestLogUnit, logUnitTerm, type PriorUnit, putPriorUnit } from './prior-unit.ts';
import type { Workspace } from './workspace.ts';

/** Distribution of ability in each group of examinees. */
export interface AbilityGroups {
  /** Group of each examinee, in the workspace's order. */
  readonly of: Int32Array;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** What is estimated: nothing (0), the standard deviation (1), mean and standard deviation (2). */
  readonly free: Uint8Array;
}

export interface EmOptions {
  readonly maxIterations: number;
  /** Largest remaining change of a coordinate (log a, δ, logit c, logit d, a group's mean, log sd) that counts as none. */
  readonly tolerance: number;
  /** Called after every evaluation of the map. */
  readonly onRound?: ((round: EmRound) => void) | undefined;
  /**
   * Learns the priors from the items between cycles and tells how far they moved; they are left alone once they have
   * settled, so that the rest of the fit has one objective.
   */
  readonly learnPriors?: ((workspace: Workspace) => number) | undefined;
  /** The distribution of ability of all examinees, in place of the groups' normal ones; left as estimated. */
  readonly histogram?: AbilityHistogram | undefined;
  /** The unit of the priors of a, where it is free; left as estimated. */
  readonly unit?: PriorUnit | undefined;
}

export interface EmRound {
  readonly iteration: number;
  readonly logPosterior: number;
  /** Estimated largest distance of a coordinate from its limit. */
  readonly change: number;
}

export interface EmResult {
  readonly logLikelihood: number;
  readonly logPosterior: number;
  /** Evaluations of the EM map. */
  readonly iterations: number;
  readonly converged: boolean;
  readonly change: number;
}

/** Growth of the longest extrapolation when it was used in full. */
const GROWTH = 4;
/** A log-posterior counts as fallen below this; rounding over a million answers is well below. */
const FALL = 1e-7;
/** A step shorter than this in every coordinate is rounding. */
const SHORTEST_STEP = 1e-9;
/** Where estimates that run away stop: log a, δ, logit c, logit d of an item that the answers say nothing about. */
const WALLS = [
  [-9, 7],
  [-1e4, 1e4],
  [-40, 15],
  [-15, 40],
] as const;
/** Logit d is at least this much above logit c. */
const LEAST_GAP = 0.1;
/**
 * Converged also where this many cycles running the log-posterior rose by less than this share of itself, and at most this
 * share of the coordinates still moves.
 */
const FLAT_CYCLES = 3;
const FLAT = 3e-10;
const WANDERING = 0.01;
/** Priors that move less than this between two cycles have settled: a thousandth of a logit. */
const SETTLED = 1e-3;

/**
 * Marginal maximum a posteriori by EM with the parameter-expanded rescaling, accelerated by squared extrapolation
 * (SQUAREM, scheme S3): two steps of the map span a direction, the extrapolated point is kept where the log-posterior
 * has not fallen, and shortened towards the plain second step otherwise. Convergence is judged on the accelerated
 * sequence: the last map step times the length of the extrapolation estimates what is left to go.
 *
 * On return the workspace's `from` holds the estimate and `posterior` belongs to it.
 * @see Varadhan & Roland (2008), Scandinavian Journal of Statistics 35, 335–353
 */
export function em(
  workspace: Workspace,
  engine: Engine,
  groups: AbilityGroups,
  { maxIterations, tolerance, onRound, learnPriors, histogram, unit }: EmOptions,
): EmResult {
  const { size, from, to, active, fixed } = workspace;
  const all = size.items;
  const coordinates: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let j = 0; j < all; j++)
      if (active[k] === 1 && fixed[j] === 0) coordinates.push(k * all + j);
  if (histogram === undefined)
    groups.free.forEach((free, g) => {
      if (free === 2) coordinates.push(4 * all + 2 * g);
      if (free > 0) coordinates.push(4 * all + 2 * g + 1);
    });
  const parameters = coordinates.length;
  // The unit of the priors, and of a histogram the square roots of its weights, which stay real when extrapolated.
  const unitAt = 4 * all + 2 * groups.mean.length;
  const histogramAt = unitAt + 1;
  const bins = histogram?.weights.length ?? 0;
  if (unit !== undefined) coordinates.push(unitAt);
  for (let bin = 0; bin < bins; bin++) coordinates.push(histogramAt + bin);
  // Mean and log sd of a group; 4J is even. Densities narrower than a step depend on where their mean lies between nodes.
  const reach = -workspace.nodes[0];
  const groupWalls = [
    [-reach, reach],
    [Math.log(workspace.nodes[1] - workspace.nodes[0]), Math.log(reach)],
  ];
  /** Keeps a point within the walls, the upper asymptotes above the lower ones, and the groups within the nodes. */
  const clamp = (values: Float64Array) => {
    for (const at of coordinates) {
      if (at >= unitAt) break;
      let [low, high] = at < 4 * all ? WALLS[Math.floor(at / all)] : groupWalls[at % 2];
      if (at >= 3 * all && at < 4 * all) low = Math.max(low, values[at - all] + LEAST_GAP);
      values[at] = Math.max(low, Math.min(high, values[at]));
    }
  };
  const point = () => new Float64Array(histogramAt + bins);
  const next = point();
  const weights: GroupWeights = {
    of: groups.of,
    count: groups.mean.length,
    logWeights: new Float64Array(groups.mean.length * size.nodes),
  };
  const posteriors = openMoments(groups.mean.length);
  const known = answerCounts(workspace);
  let iterations = 0;
  let change = Number.POSITIVE_INFINITY;

  const logPosteriorHere = () =>
    posteriors.logLikelihood +
    logPrior(workspace, from) +
    (unit === undefined ? 0 : logUnitTerm(workspace, unit)) +
    (histogram === undefined ? 0 : logHistogramPrior(histogram));
  const evaluate = (): number => {
    if (histogram === undefined) fillWeights(workspace, groups, weights.logWeights);
    else fillHistogramWeights(histogram, weights.logWeights);
    findPosteriors(workspace, engine, weights, posteriors);
    checkLogLikelihood(posteriors.logLikelihood, weights);
    return logPosteriorHere();
  };
  /** Everything that is estimated as one vector: the items' coordinates, mean and log sd of each group, a histogram. */
  const read = (into: Float64Array) => {
    into.set(from);
    groups.mean.forEach((mean, g) => {
      into[4 * all + 2 * g] = mean;
      into[4 * all + 2 * g + 1] = Math.log(groups.sd[g]);
    });
    into[unitAt] = unit?.log ?? 0;
    if (histogram !== undefined) into.set(histogram.weights.map(Math.sqrt), histogramAt);
  };
  const put = (values: Float64Array) => {
    from.set(values.subarray(0, 4 * all));
    for (let g = 0; g < groups.mean.length; g++) {
      groups.mean[g] = values[4 * all + 2 * g];
      groups.sd[g] = Math.exp(values[4 * all + 2 * g + 1]);
    }
    if (unit !== undefined) putPriorUnit(workspace, unit, values[unitAt]);
    if (histogram !== undefined) putRoots(histogram, values.subarray(histogramAt));
  };
  /** One step of the EM map from the present point (already evaluated) to `next`, with the step of the scale or without. */
  const step = (isExpanded = true) => {
    engine.maximise(workspace);
    checkCounts(workspace, known);
    read(next);
    if (histogram === undefined)
      abilityStep(workspace, groups, posteriors, next.subarray(4 * all, unitAt), isExpanded);
    else histogramStep(workspace, histogram, next.subarray(histogramAt));
    next.set(to);
    if (unit !== undefined) next[unitAt] = bestLogUnit(workspace, unit, to);
    clamp(next);
    iterations++;
  };

  let logPosterior = evaluate();
  const start = point();
  const middle = point();
  const trial = point();
  let before = Number.NEGATIVE_INFINITY;
  let lastCycle = logPosterior;
  let flatCycles = 0;
  let settled = false;
  let longest = GROWTH;
  let length = 1;
  let isLearning = true;
  while (iterations < maxIterations) {
    read(start);
    step();
    let largest = 0;
    let moving = 0;
    for (const at of coordinates) {
      const moved = Math.abs(next[at] - start[at]);
      largest = Math.max(largest, moved);
      if (at < unitAt && moved * length > tolerance) moving++;
    }
    change = largest * length;
    onRound?.({ iteration: iterations, logPosterior, change });
    middle.set(next);
    put(middle);
    let afterOne = evaluate();
    const hasFallen = () => afterOne < logPosterior - FALL;
    const isShortened = hasFallen();
    if (isShortened) {
      // The M-step overshot: half of it is an ascent still. Where it is not, the scale went too far (on coarse nodes, or with a
      // spread at its bound): the M-step alone is an ascent, shortened if need be.
      halve(start, middle, coordinates);
      put(middle);
      afterOne = evaluate();
      if (hasFallen()) {
        put(start);
        evaluate();
        step(false);
        change = GROWTH * longestMove(start, next, coordinates);
        middle.set(next);
        put(middle);
        afterOne = evaluate();
        while (hasFallen() && halve(start, middle, coordinates)) {
          put(middle);
          afterOne = evaluate();
        }
      }
    }
    if (hasFallen()) {
      put(start);
      logPosterior = evaluate();
      break;
    }
    if (isShortened) {
      logPosterior = afterOne;
      settled = change <= tolerance;
      if (settled) break;
      continue;
    }
    // A few items among thousands that tell nothing of a parameter walk for ever, and hold up nothing else.
    const isFlat = afterOne - before <= FLAT * Math.abs(afterOne);
    flatCycles = isFlat && moving <= WANDERING * parameters ? flatCycles + 1 : 0;
    before = afterOne;
    settled = change <= tolerance || flatCycles >= FLAT_CYCLES;
    if (settled) {
      logPosterior = afterOne;
      break;
    }
    if (iterations >= maxIterations) {
      logPosterior = afterOne;
      break;
    }
    step();
    let first = 0;
    let second = 0;
    for (const at of coordinates) {
      const r = middle[at] - start[at];
      const v = next[at] - middle[at] - r;
      first += r * r;
      second += v * v;
    }
    length = Math.max(1, Math.min(longest, Math.sqrt(first / second)));
    if (length === longest) longest *= GROWTH;
    const last = next.slice();
    trial.set(start);
    for (;;) {
      for (const at of coordinates) {
        const r = middle[at] - start[at];
        const v = last[at] - middle[at] - r;
        trial[at] = start[at] + 2 * length * r + length * length * v;
      }
      clamp(trial);
      put(trial);
      logPosterior = evaluate();
      if (logPosterior >= afterOne - FALL) break;
      if (length <= 1) {
        // The second step of the map overshot too: the first one stands.
        put(middle);
        logPosterior = evaluate();
        break;
      }
      length = length > 1.5 ? (1 + length) / 2 : 1;
      longest = Math.max(GROWTH, length);
    }
    if (isLearning && learnPriors !== undefined) {
      isLearning = learnPriors(workspace) > SETTLED;
      logPosterior = logPosteriorHere();
      // Other priors make another objective.
      lastCycle = logPosterior;
    }
    lastCycle = checkNoFall(logPosterior, lastCycle);
  }
  return {
    logLikelihood: posteriors.logLikelihood,
    logPosterior,
    iterations,
    converged: settled,
    change,
  };
}

function longestMove(start: Float64Array, end: Float64Array, coordinates: readonly number[]) {
  let longest = 0;
  for (const at of coordinates) longest = Math.max(longest, Math.abs(end[at] - start[at]));
  return longest;
}

/** Moves the end of a step half-way back to its start; false where that makes no difference any more. */
function halve(start: Float64Array, end: Float64Array, coordinates: readonly number[]): boolean {
  let moved = 0;
  for (const at of coordinates) {
    end[at] = (start[at] + end[at]) / 2;
    moved = Math.max(moved, Math.abs(end[at] - start[at]));
  }
  return moved > SHORTEST_STEP;
}

/**
 * Logarithms of each group's normal density at the nodes, over the sum of the standard normal one there: the weights of
 * N(0, 1) add up to 1. Those of other distributions do where the nodes reach beyond them; mass beyond the nodes is left
 * out rather than spread over them, so that posterior moments are the maximum in mean and sd.
 */
export function fillWeights(
  { nodes }: Workspace,
  { mean, sd }: AbilityGroups,
  into: Float64Array,
): void {
  const q = nodes.length;
  const log = Math.log(nodes.reduce((sum, theta) => sum + Math.exp(-0.5 * theta * theta), 0));
  for (let g = 0; g < mean.length; g++)
    for (let k = 0; k < q; k++)
      into[g * q + k] = -0.5 * ((nodes[k] - mean[g]) / sd[g]) ** 2 - Math.log(sd[g]) - log;
}
