import type { PredictedScore } from '../../irt/predicted-score.ts';
import { conformalFactor, type IntervalFactor } from '../conformal.ts';
import { errorRatios, type ScoreInterval, scoreInterval } from '../intervals.ts';

/** Weights of items add up to 1 but for rounding. */
const NOTHING_OPEN = 1e-9;

/** How wide intervals of graded tests of one kind and length must be, learned from examinees that their calibration did not know. */
export interface GradedWidth {
  /** τ²: the variance of the mean of items not asked that the model does not explain. */
  readonly misfit: number;
  readonly factor: IntervalFactor;
}

/** A predicted score, and the weight of the items that have no answer. */
export interface OpenPrediction extends PredictedScore {
  readonly open: number;
}

/** A test of an examinee whose score on the whole bank is known. */
export interface KnownTest {
  readonly prediction: OpenPrediction;
  readonly actual: number;
}

/**
 * The misfit by its moments, τ² = max(0, Σ (e² − SE²)/Σ W²), e the error, SE that of the model and W the weight of the items not asked; then the
 * conformal factor of the errors divided by √(SE² + τ²W²). One number estimated from the same errors hardly changes their order. Tests of all that an examinee has
 * answered are exact: they say nothing of the others, and count only if there are no others.
 *
 * @see DerSimonian & Laird (1986), Controlled Clinical Trials 7, 177–188, for variances by their moments; `conformalFactor` for the factor
 */
export function gradedWidth(all: readonly KnownTest[]): GradedWidth {
  const predicted = all.filter(({ prediction }) => prediction.open > NOTHING_OPEN);
  const tests = predicted.length > 0 ? predicted : all;
  let excess = 0;
  let weight = 0;
  for (const { prediction, actual } of tests) {
    excess += (prediction.score - actual) ** 2 - prediction.se ** 2;
    weight += prediction.open ** 2;
  }
  const misfit = weight === 0 ? 0 : Math.max(0, excess / weight);
  const widened = tests.map(({ prediction }) => withMisfit(prediction, misfit));
  const ratios = errorRatios(
    widened,
    tests.map(({ actual }) => actual),
  );
  return { misfit, factor: conformalFactor(ratios) };
}

/** The 90% interval of a predicted score. */
export function gradedInterval(prediction: OpenPrediction, width: GradedWidth): ScoreInterval {
  return scoreInterval(withMisfit(prediction, width.misfit), width.factor);
}

function withMisfit(prediction: OpenPrediction, misfit: number): OpenPrediction {
  const { se, open } = prediction;
  return { ...prediction, se: Math.sqrt(se * se + misfit * open * open) };
}
