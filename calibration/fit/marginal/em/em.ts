import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { CalibrationEngine } from '../engine/calibration-engine.ts';
import type { Workspace } from '../engine/workspace.ts';
import { checkNoFall } from './check-possible.ts';
import { EmMap } from './em-map.ts';
import type { EstimatedAbility } from './parameter-vector.ts';

export interface EmOptions extends Omit<EstimatedAbility, 'groups'> {
  readonly maxIterations: number;
  /** Largest remaining change of a coordinate (log a, δ, logit c, logit d, a group's mean, log sd) that counts as none. */
  readonly tolerance: number;
  /** Called after every evaluation of the map. */
  readonly onRound?: ((round: EmRound) => void) | undefined;
  /**
   * Learns the priors from the items between cycles and returns how far they moved. Once they have settled, they stay fixed, so
   * that the rest of the fit has a single objective.
   */
  readonly learnPriors?: ((workspace: Workspace) => number) | undefined;
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

/** Factor by which the longest extrapolation grows after it was used in full. */
const GROWTH = 4;
/** The log-posterior counts as fallen if it falls by more than this; rounding over a million answers is far smaller. */
const FALL = 1e-7;
/** A step shorter than this in every coordinate is rounding. */
const SHORTEST_STEP = 1e-9;
/**
 * Also converged if the log-posterior rose by less than this share of itself in this many consecutive cycles, and at most this
 * share of the coordinates still moves.
 */
const FLAT_CYCLES = 3;
const FLAT = 3e-10;
const WANDERING = 0.01;
/** Priors that move less than this between two cycles have settled: a thousandth of a logit. */
const SETTLED = 1e-3;

/**
 * Marginal maximum a posteriori by EM with the parameter-expanded rescaling, accelerated by squared extrapolation (SQUAREM,
 * scheme S3): two steps of the map span a direction. The extrapolated point is kept if the log-posterior has not fallen;
 * otherwise it is shortened towards the plain second step. Convergence is judged on the accelerated sequence: the last map step
 * times the length of the extrapolation estimates the remaining distance.
 *
 * On return the workspace's `from` holds the estimate and `posterior` belongs to it.
 * @see Varadhan & Roland (2008), Scandinavian Journal of Statistics 35, 335–353
 */
export function em(
  workspace: Workspace,
  engine: CalibrationEngine,
  groups: AbilityGroups,
  options: EmOptions,
): EmResult {
  const { histogram, unit } = options;
  const map = new EmMap(workspace, engine, { groups, histogram, unit });
  return new Squarem(workspace, map, options).run();
}

/** The accelerated sequence of points. */
class Squarem {
  readonly #workspace: Workspace;
  readonly #map: EmMap;
  readonly #options: EmOptions;
  /** The start of the cycle, the result of its first step, and a trial point. */
  readonly #start: Float64Array;
  readonly #middle: Float64Array;
  readonly #trial: Float64Array;
  /** At the present point. */
  #logPosterior = Number.NEGATIVE_INFINITY;
  /** After the first step of the last cycle, and at the end of the last one that was extrapolated. */
  #lastAfterOne = Number.NEGATIVE_INFINITY;
  #lastCycle = Number.NEGATIVE_INFINITY;
  #change = Number.POSITIVE_INFINITY;
  /** Length of the last extrapolation, in steps of the map, and the longest allowed for the next. */
  #length = 1;
  #longest = GROWTH;
  #flatCycles = 0;
  #isLearning: boolean;
  #hasConverged = false;

  constructor(workspace: Workspace, map: EmMap, options: EmOptions) {
    this.#workspace = workspace;
    this.#map = map;
    this.#options = options;
    this.#start = map.vector.blank();
    this.#middle = map.vector.blank();
    this.#trial = map.vector.blank();
    this.#isLearning = options.learnPriors !== undefined;
  }

  run(): EmResult {
    this.#logPosterior = this.#map.evaluate();
    this.#lastCycle = this.#logPosterior;
    let canGoOn = true;
    while (canGoOn && this.#hasIterations()) canGoOn = this.#cycle();
    return {
      logLikelihood: this.#map.logLikelihood,
      logPosterior: this.#logPosterior,
      iterations: this.#map.iterations,
      converged: this.#hasConverged,
      change: this.#change,
    };
  }

  #hasIterations(): boolean {
    return this.#map.iterations < this.#options.maxIterations;
  }

  /** @returns false if nothing is left to do: it has converged, iterations are used up, or no step leads upwards */
  #cycle(): boolean {
    const moving = this.#firstStep();
    let afterOne = this.#evaluateMiddle(this.#map.next);
    const isShortened = this.#hasFallen(afterOne);
    if (isShortened) afterOne = this.#shortenStep();
    if (this.#hasFallen(afterOne)) {
      this.#logPosterior = this.#map.evaluateAt(this.#start);
      return false;
    }
    this.#logPosterior = afterOne;
    if (isShortened) {
      this.#hasConverged = this.#change <= this.#options.tolerance;
      return !this.#hasConverged;
    }
    this.#hasConverged = this.#hasSettled(afterOne, moving);
    if (this.#hasConverged || !this.#hasIterations()) return false;
    this.#map.step();
    this.#extrapolate(afterOne);
    this.#learnPriors();
    this.#lastCycle = checkNoFall(this.#logPosterior, this.#lastCycle);
    return true;
  }

  /** The M-step from the start of the cycle. @returns the number of coordinates of items and groups that still move */
  #firstStep(): number {
    const { vector, next } = this.#map;
    const { tolerance, onRound } = this.#options;
    vector.read(this.#start);
    this.#map.step();
    let largest = 0;
    let moving = 0;
    for (const at of vector.coordinates) {
      const moved = Math.abs(next[at] - this.#start[at]);
      largest = Math.max(largest, moved);
      if (at < vector.unitAt && moved * this.#length > tolerance) moving++;
    }
    this.#change = largest * this.#length;
    const logPosterior = this.#logPosterior;
    onRound?.({ iteration: this.#map.iterations, logPosterior, change: this.#change });
    return moving;
  }

  #evaluateMiddle(point: Float64Array): number {
    this.#middle.set(point);
    return this.#map.evaluateAt(this.#middle);
  }

  #hasFallen(logPosterior: number): boolean {
    return logPosterior < this.#logPosterior - FALL;
  }

  /**
   * The M-step overshot; half of it still raises the log-posterior. If not, the scale moved too far (on coarse nodes, or with a
   * spread at its bound): the plain M-step, shortened if needed, raises it.
   */
  #shortenStep(): number {
    const { vector, next } = this.#map;
    halve(this.#start, this.#middle, vector.coordinates);
    let afterOne = this.#map.evaluateAt(this.#middle);
    if (!this.#hasFallen(afterOne)) return afterOne;
    this.#map.evaluateAt(this.#start);
    this.#map.step(false);
    this.#change = GROWTH * longestMove(this.#start, next, vector.coordinates);
    afterOne = this.#evaluateMiddle(next);
    while (this.#hasFallen(afterOne) && halve(this.#start, this.#middle, vector.coordinates))
      afterOne = this.#map.evaluateAt(this.#middle);
    return afterOne;
  }

  /**
   * A few of thousands of items may move for ever because they do not determine a parameter; they must not delay convergence.
   */
  #hasSettled(afterOne: number, moving: number): boolean {
    const isFlat = afterOne - this.#lastAfterOne <= FLAT * Math.abs(afterOne);
    const isStill = moving <= WANDERING * this.#map.vector.parameters;
    this.#flatCycles = isFlat && isStill ? this.#flatCycles + 1 : 0;
    this.#lastAfterOne = afterOne;
    return this.#change <= this.#options.tolerance || this.#flatCycles >= FLAT_CYCLES;
  }

  /**
   * Extrapolates along the two steps as far as the log-posterior does not fall. @param afterOne the log-posterior after the
   * first
   */
  #extrapolate(afterOne: number): void {
    const { vector } = this.#map;
    this.#length = Math.max(1, Math.min(this.#longest, this.#steepestLength()));
    if (this.#length === this.#longest) this.#longest *= GROWTH;
    this.#trial.set(this.#start);
    for (;;) {
      this.#fillTrial();
      vector.clamp(this.#trial);
      this.#logPosterior = this.#map.evaluateAt(this.#trial);
      if (this.#logPosterior >= afterOne - FALL) return;
      if (this.#length <= 1) {
        // The second step of the map overshot too: keep the first one.
        this.#logPosterior = this.#map.evaluateAt(this.#middle);
        return;
      }
      this.#length = this.#length > 1.5 ? (1 + this.#length) / 2 : 1;
      this.#longest = Math.max(GROWTH, this.#length);
    }
  }

  /** Scheme S3: ‖r‖/‖v‖, of the first step r and of the difference v of the second one to it. */
  #steepestLength(): number {
    const { vector, next } = this.#map;
    let first = 0;
    let second = 0;
    for (const at of vector.coordinates) {
      const r = this.#middle[at] - this.#start[at];
      const v = next[at] - this.#middle[at] - r;
      first += r * r;
      second += v * v;
    }
    return Math.sqrt(first / second);
  }

  #fillTrial(): void {
    const { vector, next } = this.#map;
    const [start, middle, length] = [this.#start, this.#middle, this.#length];
    for (const at of vector.coordinates) {
      const r = middle[at] - start[at];
      const v = next[at] - middle[at] - r;
      this.#trial[at] = start[at] + 2 * length * r + length * length * v;
    }
  }

  #learnPriors(): void {
    const { learnPriors } = this.#options;
    if (!this.#isLearning || learnPriors === undefined) return;
    this.#isLearning = learnPriors(this.#workspace) > SETTLED;
    this.#logPosterior = this.#map.logPosterior;
    // New priors change the objective.
    this.#lastCycle = this.#logPosterior;
  }
}

function longestMove(start: Float64Array, end: Float64Array, coordinates: readonly number[]) {
  let longest = 0;
  for (const at of coordinates) longest = Math.max(longest, Math.abs(end[at] - start[at]));
  return longest;
}

/** Moves the end of a step half-way back to its start; false if that changes nothing. */
function halve(start: Float64Array, end: Float64Array, coordinates: readonly number[]): boolean {
  let moved = 0;
  for (const at of coordinates) {
    end[at] = (start[at] + end[at]) / 2;
    moved = Math.max(moved, Math.abs(end[at] - start[at]));
  }
  return moved > SHORTEST_STEP;
}
