import type { HypothesisAverage } from './hypothesis-average.ts';
import type { ScorePrediction } from './score-prediction.ts';

/** The lowest and the highest score of the calibration's examinees on the whole bank, in [0, 1]. */
export interface CalibratedRange {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * What the calibration cannot explain in a test:
 * - `beyond`: the score is outside those of all examinees of the calibration, with its interval;
 * - `change`: answers became better or worse during the test;
 * - `fit`: answers follow another pattern than those of the calibration's examinees (see Mismatch).
 */
export type Alarm = 'beyond' | 'change' | 'fit';

/** The probability of a mismatch that is an alarm. Many ordinary models differ a little from the calibration's: they need more. */
const LIKELY = { change: 0.5, fit: 0.99 };
/** Standard errors by which a score is clearly beyond others. */
const CLEARLY = 3;
/** Answers before which there is no alarm. */
const FEWEST = 20;

/** @param range null if it is not known */
export function alarmOf(
  average: HypothesisAverage,
  { score, se }: Pick<ScorePrediction, 'score' | 'se'>,
  range: CalibratedRange | null,
): Alarm | null {
  if (average.answered < FEWEST) return null;
  const { change = 0 } = average.probabilities();
  if (change > LIKELY.change) return 'change';
  if (average.doubt > LIKELY.fit) return 'fit';
  return range !== null && isBeyond({ score, se }, range) ? 'beyond' : null;
}

/** True if the 90% interval of a score lies outside those of the calibration. */
export function isBeyond(
  { score, se }: Pick<ScorePrediction, 'score' | 'se'>,
  { lowest, highest }: CalibratedRange,
): boolean {
  return score + CLEARLY * se < lowest || score - CLEARLY * se > highest;
}
