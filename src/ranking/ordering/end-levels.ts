import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';

/** The part of the permitted error that is spent on ending before the budget. */
const EARLY_PART = 0.2;

/** How sure declarations must be, over all pairs. */
export interface EndLevels {
  /** Where the budget, or the bank, is spent. */
  readonly atEnd: number;
  /** At each look before, for the run to end there. */
  readonly early: number;
}

/**
 * The confidence that ends a run. Recorded scores: the same at every look, since a probability given the answers does not depend
 * on how often they were looked at. Expected scores are declared by a test whose error rate holds over repetitions, and a run that
 * may end at any of its looks has a chance of error at each: a fifth of the permitted error is for the looks before the last, the
 * same at each of them, and the rest is for the last. By Boole's inequality all of them together err no more than permitted,
 * whatever the looks have to do with each other.
 *
 * @param looks before the last
 * @see Haybittle (1971), British Journal of Radiology 44, 793–797; Jennison & Turnbull (2000), Group Sequential Methods, 2.6
 */
export function endLevels(confidence: number, looks: number, target: ScoreTarget): EndLevels {
  if (target === 'recorded') return { atEnd: confidence, early: confidence };
  if (looks === 0) return { atEnd: confidence, early: confidence };
  const error = 1 - confidence;
  return { atEnd: 1 - (1 - EARLY_PART) * error, early: 1 - (EARLY_PART * error) / looks };
}
