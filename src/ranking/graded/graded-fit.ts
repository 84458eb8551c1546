import {
  calibratePolytomous,
  type PolytomousFit,
} from '../../../calibration/polytomous/calibrate-polytomous.ts';
import type { GradedCandidate } from '../../../calibration/polytomous/choose/choose-model.ts';
import { cutAnswers } from '../../../calibration/polytomous/choose/cut-answers.ts';
import { categoryScores } from '../../irt/polytomous/category-scores.ts';
import { categoriesOfLevels, type ScoreLevels } from '../../irt/polytomous/score-levels.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';

/** Recorded scores in [0, 1], and the levels that models put them on. */
export interface RecordedGrades {
  readonly responses: ResponseMatrix;
  readonly levels: ScoreLevels;
}

/** Abilities need only a fraction of their standard errors, which are at least 0.05. */
const TOLERANCE = 0.001;

/** Answers in the categories of one model: those of the levels, or for `binary` right and wrong by a cut. */
export function gradesAs(
  model: GradedCandidate,
  { responses, levels }: RecordedGrades,
  cut: number,
) {
  const matrix = categoriesOfLevels(responses, levels);
  return model === 'binary' ? cutAnswers(matrix, cut) : matrix;
}

/**
 * The calibration on the examinees in `rows`. Every item has one answer more, spread over its categories, so that an answer that no examinee gave is possible; categories are worth
 * the mean of their recorded scores.
 */
export function fitGrades(
  model: GradedCandidate,
  { responses, levels }: RecordedGrades,
  rows: readonly number[],
  cut: number,
): PolytomousFit {
  const known = pickExaminees(responses, [...rows]);
  const matrix = gradesAs(model, { responses: known, levels }, cut);
  return calibratePolytomous(matrix, {
    model: model === 'binary' ? 'graded' : model,
    scores: categoryScores(matrix, known),
    pseudoAnswers: 1,
    errors: 'none',
    tolerance: TOLERANCE,
  });
}
