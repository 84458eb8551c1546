import { pickExaminees, type ResponseMatrix } from '../../src/irt/responses.ts';
import { type CalibrationOptions, calibrate } from './calibrate.ts';
import { marginalLogLikelihood } from './marginal-log-likelihood.ts';
import { RUNGS, type Rung } from './rungs.ts';

/** A rung, and the mean log-likelihood per answer of held-out examinees. */
export interface RungScore {
  readonly rung: Rung;
  readonly heldOut: number;
}

/** The rung that predicts held-out examinees best, and the results of all rungs. */
export interface LadderResult {
  readonly rung: Rung;
  readonly scores: readonly RungScore[];
}

/** Rungs within this of the best, in log-likelihood per answer, count as equal; the simplest is chosen. */
const EQUAL = 1e-5;

/**
 * Chooses how much to learn about each item by predicting held-out examinees: calibrates every rung without each fold in turn
 * and compares the log-likelihoods of the held-out answers.
 *
 * @param fold the fold of each examinee, from 0; whole families in one fold
 * @param onStep called after each of `RUNGS.length × folds` calibrations
 */
export function chooseRung(
  matrix: ResponseMatrix,
  fold: ArrayLike<number>,
  options: CalibrationOptions,
  onStep: (rung: Rung) => void = () => {},
): LadderResult {
  const rows = matrix.examinees.map((_, i) => i);
  const folds = rows.reduce((most, i) => Math.max(most, fold[i] + 1), 0);
  const scores = RUNGS.map((rung) => {
    let sum = 0;
    let answers = 0;
    for (let k = 0; k < folds; k++) {
      const seen = rows.filter((i) => fold[i] !== k);
      const unseen = pickExaminees(
        matrix,
        rows.filter((i) => fold[i] === k),
      );
      const { parameters } = calibrate(pickExaminees(matrix, seen), {
        ...options,
        rung,
        onRound: undefined,
      });
      const left = marginalLogLikelihood(parameters, unseen);
      sum += left.sum;
      answers += left.answers;
      onStep(rung);
    }
    return { rung, heldOut: sum / answers };
  });
  const best = Math.max(...scores.map((score) => score.heldOut));
  // RUNGS runs from most to least: the last of the equals is the simplest.
  const equals = scores.filter((score) => score.heldOut >= best - EQUAL);
  return { rung: equals[equals.length - 1].rung, scores };
}
