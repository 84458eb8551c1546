import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import type { MeasureSettings } from '../../stress/measure-effects.ts';

/** When effects are precise enough, and at how many items to end. */
export interface StressRules extends MeasureSettings {
  readonly target: ScoreTarget;
}

/** Variance of differences of scores that is reckoned with before any is known: one answer in six changes. */
const USUAL_VARIANCE = 1 / 6;
/** Items of an interval that holds at every look, relative to one look at a known variance (docs/evidence/stress.md). */
const EVERY_LOOK = 2.2;

/** Items that an effect will take, as far as one can tell before it is asked. */
export function plannedItems({ precision, confidence, most }: StressRules): number {
  const fixed = (normalQuantile((1 - confidence) / 2) / precision) ** 2 * USUAL_VARIANCE;
  return Math.min(most, Math.ceil(EVERY_LOOK * fixed));
}
