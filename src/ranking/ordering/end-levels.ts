import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';

/** The part of the permitted error that is spent on ending early. */
const EARLY_PART = 0.2;

/** The confidence that declarations need, over all pairs. */
export interface EndLevels {
  /** At the last look, when the budget or the bank is used up. */
  readonly atEnd: number;
  /** At each earlier look, for the run to end there. */
  readonly early: number;
}

/**
 * The confidence that ends a run. Recorded scores: the same at every look, because a probability given the answers does not
 * depend on the number of looks. Expected scores are declared by a test with an error rate over repetitions, and a run that may
 * end at any look has a chance of error at each. So a fifth of the permitted error is divided equally among the looks before
 * the last, and the rest is for the last. By Boole's inequality, all looks together stay within the permitted error, even if
 * they depend on one another.
 *
 * @param looks number of looks before the last
 * @see Haybittle (1971), British Journal of Radiology 44, 793–797; Jennison & Turnbull (2000), Group Sequential Methods, 2.6
 */
export function endLevels(confidence: number, looks: number, target: ScoreTarget): EndLevels {
  if (target === 'recorded') return { atEnd: confidence, early: confidence };
  if (looks === 0) return { atEnd: confidence, early: confidence };
  const error = 1 - confidence;
  return { atEnd: 1 - (1 - EARLY_PART) * error, early: 1 - (EARLY_PART * error) / looks };
}
