import type { CalibrationEngine } from '../engine/calibration-engine.ts';
import type { Workspace } from '../engine/workspace.ts';
import { type GroupWeights, type Posteriors, updatePosteriors } from './posteriors.ts';

/** Each widening adds nodes on both sides; this many widenings cover the finest grid. */
const MAX_WIDENINGS = 40;

/** Moments of posteriors to be filled, for this number of groups. */
export function openMoments(groups: number): Posteriors {
  return {
    logLikelihood: 0,
    first: new Float64Array(groups),
    second: new Float64Array(groups),
    complete: true,
  };
}

/**
 * The E-step: the posteriors at the workspace's point, with windows widened until they hold all mass.
 * @param logLikelihoods where given, filled with each examinee's marginal log-likelihood
 */
export function findPosteriors(
  workspace: Workspace,
  engine: CalibrationEngine,
  weights: GroupWeights,
  out: Posteriors,
  logLikelihoods?: Float64Array,
): void {
  for (let widening = 0; widening < MAX_WIDENINGS; widening++) {
    engine.likelihood(workspace);
    updatePosteriors(workspace, weights, out, logLikelihoods);
    if (out.complete) return;
  }
}
