import type { SampledStratum } from '../../statistics/stratified-sample.ts';
import type { HypothesisAverage } from './hypothesis-average.ts';
import { isContradicted } from './random-sample.ts';
import type { ScorePrediction } from './score-prediction.ts';

/** The lowest and the highest score of the calibration's examinees on the whole bank, in [0, 1]. */
export interface CalibratedRange {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * What the calibration cannot explain in a test, the first that holds:
 * - `change`: answers became better or worse during the test;
 * - `contradicted`: the score is more than three standard errors from the mean of the test's own random items (isContradicted);
 * - `fit`: answers follow another pattern than those of the calibration's examinees (see Mismatch);
 * - `beyond`: the score is at least three standard errors outside those of all examinees of the calibration.
 */
export type Alarm = 'change' | 'contradicted' | 'fit' | 'beyond';

/** The probability of a mismatch that is an alarm. Many ordinary models differ a little from the calibration's: they need more. */
const LIKELY = { change: 0.5, fit: 0.99 };
/** Standard errors by which a score is clearly beyond others. */
const CLEARLY = 3;
/** Answers before which there is no alarm, so that no interval is verified. */
export const FEWEST_ANSWERS = 20;

/**
 * @param range null if it is not known
 * @param sample the random items; none if they are not a sample of the whole bank
 */
export function alarmOf(
  average: HypothesisAverage,
  { score, se }: Pick<ScorePrediction, 'score' | 'se'>,
  range: CalibratedRange | null,
  sample: readonly SampledStratum[],
): Alarm | null {
  if (average.answered < FEWEST_ANSWERS) return null;
  const { change = 0 } = average.probabilities();
  if (change > LIKELY.change) return 'change';
  if (isContradicted(sample, score)) return 'contradicted';
  if (average.misfit > LIKELY.fit) return 'fit';
  return range !== null && isBeyond({ score, se }, range) ? 'beyond' : null;
}

/** True if a score is clearly outside those of the calibration. */
export function isBeyond(
  { score, se }: Pick<ScorePrediction, 'score' | 'se'>,
  { lowest, highest }: CalibratedRange,
): boolean {
  return score + CLEARLY * se < lowest || score - CLEARLY * se > highest;
}
