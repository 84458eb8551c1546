import { drawnItems } from '../cat/robust/random-sample.ts';
import { roundedSum } from '../irt/rounded-sum.ts';
import type { SampledStratum } from '../statistics/stratified-sample.ts';
import { type SampleScore, sampleScore } from './design-interval.ts';

/** The score by a test's own random items alone, in points, with its design-based 90% interval. */
export interface OwnRandom extends SampleScore {
  /** Number of random items with an answer. */
  readonly items: number;
}

/** How far the score of a robust test rests on its calibration. */
export interface CalibrationTrust {
  /** Probability, given the answers, that the calibration does not describe the model, in [0, 1]; null for other tests. */
  readonly misfit: number | null;
  /** Null for other tests, and without random items. */
  readonly ownRandom: OwnRandom | null;
}

/** For tests without hypotheses of their own. */
export const NO_TRUST: CalibrationTrust = { misfit: null, ownRandom: null };

export function calibrationTrust(
  misfit: number,
  sample: readonly SampledStratum[],
): CalibrationTrust {
  const items = drawnItems(sample);
  if (items === 0) return { misfit, ownRandom: null };
  const { score, low, high } = sampleScore(sample);
  const points = (100 * roundedSum(items * score, items)) / items;
  return { misfit, ownRandom: { items, score: points, low: 100 * low, high: 100 * high } };
}
