import { fillWeights } from '../ability/ability-groups.ts';
import { fillHistogramWeights, histogramStep, logHistogramPrior } from '../ability/histogram.ts';
import { findPosteriors, openMoments } from '../e-step/find-posteriors.ts';
import type { GroupWeights, Posteriors } from '../e-step/posteriors.ts';
import type { CalibrationEngine } from '../engine/calibration-engine.ts';
import type { Workspace } from '../engine/workspace.ts';
import { abilityStep } from '../m-step/ability-step.ts';
import { logPrior } from '../priors/log-prior.ts';
import { bestLogUnit, logUnitTerm } from '../priors/prior-unit.ts';
import {
  type AnswerCounts,
  answerCounts,
  checkCounts,
  checkLogLikelihood,
} from './check-possible.ts';
import { type EstimatedAbility, ParameterVector } from './parameter-vector.ts';

/** The map that EM repeats: an E-step at the present point, an M-step from there. */
export class EmMap {
  readonly vector: ParameterVector;
  /** The result of the last M-step. */
  readonly next: Float64Array;
  readonly #workspace: Workspace;
  readonly #engine: CalibrationEngine;
  readonly #ability: EstimatedAbility;
  readonly #weights: GroupWeights;
  readonly #posteriors: Posteriors;
  readonly #counts: AnswerCounts;
  #iterations = 0;

  constructor(workspace: Workspace, engine: CalibrationEngine, ability: EstimatedAbility) {
    const { of, mean } = ability.groups;
    this.#workspace = workspace;
    this.#engine = engine;
    this.#ability = ability;
    this.vector = new ParameterVector(workspace, ability);
    this.next = this.vector.blank();
    this.#weights = {
      of,
      count: mean.length,
      logWeights: new Float64Array(mean.length * workspace.size.nodes),
    };
    this.#posteriors = openMoments(mean.length);
    this.#counts = answerCounts(workspace);
  }

  /** Number of M-steps so far. */
  get iterations(): number {
    return this.#iterations;
  }

  /** At the last point that was evaluated. */
  get logLikelihood(): number {
    return this.#posteriors.logLikelihood;
  }

  /** The same under the present priors. */
  get logPosterior(): number {
    const { histogram, unit } = this.#ability;
    return (
      this.logLikelihood +
      logPrior(this.#workspace, this.#workspace.from) +
      (unit === undefined ? 0 : logUnitTerm(this.#workspace, unit)) +
      (histogram === undefined ? 0 : logHistogramPrior(histogram))
    );
  }

  /** The E-step at the present point. @returns the log-posterior there */
  evaluate(): number {
    const { groups, histogram } = this.#ability;
    if (histogram === undefined) fillWeights(this.#workspace, groups, this.#weights.logWeights);
    else fillHistogramWeights(histogram, this.#weights.logWeights);
    findPosteriors(this.#workspace, this.#engine, this.#weights, this.#posteriors);
    checkLogLikelihood(this.logLikelihood, this.#weights);
    return this.logPosterior;
  }

  /** Moves to a point, and evaluates it. @returns the log-posterior there */
  evaluateAt(point: Float64Array): number {
    this.vector.put(point);
    return this.evaluate();
  }

  /**
   * The M-step from the present point, which has been evaluated, to `next`.
   * @param isExpanded with the step of the scale (parameter expansion), or without: plain EM
   */
  step(isExpanded = true): void {
    const { groups, histogram, unit } = this.#ability;
    const { groupsAt, unitAt, histogramAt } = this.vector;
    const { next } = this;
    this.#engine.maximise(this.#workspace);
    checkCounts(this.#workspace, this.#counts);
    this.vector.read(next);
    if (histogram === undefined) {
      const ofGroups = next.subarray(groupsAt, unitAt);
      abilityStep(this.#workspace, groups, this.#posteriors, ofGroups, isExpanded, unit);
    } else histogramStep(this.#workspace, histogram, next.subarray(histogramAt));
    next.set(this.#workspace.to);
    if (unit !== undefined) next[unitAt] = bestLogUnit(this.#workspace, unit, this.#workspace.to);
    this.vector.clamp(next);
    this.#iterations++;
  }
}
