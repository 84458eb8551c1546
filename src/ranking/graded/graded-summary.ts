import { isOnLevels, levelsOf, type ScoreLevels } from '../../irt/polytomous/score-levels.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { GradedChoice } from './prepare-graded.ts';

/** How graded tests modelled the scores. */
export interface GradedSummary {
  readonly levels: ScoreLevels;
  /** False if scores were rounded to the levels. */
  readonly isExact: boolean;
  /** One per calibration. */
  readonly choices: readonly GradedChoice[];
}

export function gradedSummary(
  responses: ResponseMatrix,
  choices: readonly GradedChoice[],
): GradedSummary {
  const levels = levelsOf(responses);
  return { levels, isExact: isOnLevels(responses, levels), choices };
}
