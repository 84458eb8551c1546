import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { DEFAULT_BOUNDS } from '../../cat/bank.ts';
import { fail } from '../../errors.ts';
import { answersOf } from '../../irt/answers.ts';
import { STANDARD_NORMAL } from '../../irt/estimate/estimate.ts';
import { type ItemParameters, pickItems } from '../../irt/parameters.ts';
import { expectedError, predictedScore } from '../../irt/predicted-score.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { scoreExaminees } from '../../irt/score-examinees.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { calibrationOf } from '../../tested-bank/calibration-of.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import type { AnswerSource } from './refresh/answer-sources.ts';
import { type AnswerCounts, collectAnswers } from './refresh/collect-answers.ts';
import { rankedBy } from './refresh/rank-changes.ts';

/** Whose answers are scored. */
export interface RescoredAnswers {
  readonly sources?: readonly AnswerSource[];
  /** Only of these runs; null: all. */
  readonly runs?: readonly number[] | null;
}

/** A model on a calibration; scores in points. */
export interface RescoredModel {
  readonly model: string;
  readonly answers: number;
  readonly ability: number;
  readonly abilityError: number;
  /** Expected score on the items of the calibration, with its standard error and 90% interval. */
  readonly score: number;
  readonly error: number;
  readonly low: number;
  readonly high: number;
  readonly rank: number;
  /** Whether the calibration was made from answers of this model. */
  readonly isCalibratedOn: boolean;
}

export interface Rescored {
  readonly bank: string;
  readonly calibration: number;
  readonly fingerprint: string;
  readonly items: number;
  /** Highest score first. */
  readonly models: readonly RescoredModel[];
  readonly counts: AnswerCounts;
}

/** All that is scored, as it can be sent to a thread. */
export interface RescoreInput {
  /** Of the items of the matrix, as `weights`. */
  readonly parameters: ItemParameters;
  /** Of each item in the score on the bank. */
  readonly weights: Float64Array;
  readonly matrix: ResponseMatrix;
  readonly isNew: Uint8Array;
  readonly facts: Pick<Rescored, 'bank' | 'calibration' | 'fingerprint' | 'counts'>;
}

/**
 * Abilities and scores of all models on any kept calibration, from their kept answers: posterior means under N(0, 1), and expected scores on
 * the items of the calibration that the bank still has. Earlier results stay as they are.
 * @throws NAME_UNKNOWN; CALIBRATION_NOT_IN_FORCE; OPTIONS_CONFLICT for a calibration of another bank; BANK_WITHOUT_ANSWERS
 */
export async function rescore(
  store: Store,
  bank: string,
  name: CalibrationName,
  wanted: RescoredAnswers = {},
): Promise<Rescored> {
  return scoreAgain(await readRescore(store, bank, name, wanted));
}

/** Reads what `scoreAgain` scores. @throws what `rescore` throws */
export async function readRescore(
  store: Store,
  bank: string,
  name: CalibrationName,
  { sources, runs = null }: RescoredAnswers = {},
): Promise<RescoreInput> {
  const whole = await readLiveBank(store, bank, false);
  const { live, calibration, used } = await calibratedBank(store, whole, name);
  const kept = await calibrationOf(store, calibration.number);
  const { items: known } = live.recorded.responses;
  const counting = { ...live, pretest: null };
  const { matrix, isNew, counts } = await collectAnswers(store, counting, kept, {
    keep: new Set(known),
    ...(sources && { sources }),
    runs,
    hasWatch: true,
  });
  if (matrix.examinees.length === 0)
    fail('BANK_WITHOUT_ANSWERS', {
      bank,
      use: `Ask models: thetarank rank --bank ${bank} --model NAME@ADDRESS`,
    });
  // Retired items are not in the matrix.
  const { items } = matrix;
  const place = new Map(known.map((item, j) => [item, j]));
  const positions = items.map((item) => place.get(item)!);
  const isUsed = new Set(positions);
  const { tags, fullScore } = live.recorded;
  const all = fullScoreWeights(fullScore, tags, (j) => isUsed.has(j), known.length);
  const weights = Float64Array.from(positions, (j) => all[j]);
  const { number } = calibration;
  return {
    parameters: pickItems(calibration.parameters, positions),
    weights,
    matrix,
    isNew,
    facts: { bank, calibration: number, fingerprint: used.fingerprint, counts },
  };
}

/** The scores of all models. */
export function scoreAgain({ parameters, weights, matrix, isNew, facts }: RescoreInput): Rescored {
  const scored = scoreExaminees(parameters, matrix.scores, {
    estimator: 'eap',
    prior: STANDARD_NORMAL,
    bounds: DEFAULT_BOUNDS,
  });
  const width = matrix.items.length;
  const rows = matrix.examinees.map((model, i) => {
    const answers = answersOf(parameters, matrix.scores.subarray(i * width, (i + 1) * width));
    const [ability, se] = [scored.ability[i], scored.se[i]];
    const estimate = { ability, se, atBound: scored.atBound[i] === 1 };
    const score = 100 * predictedScore(answers, estimate, weights).score;
    const error = 100 * expectedError(answers, estimate, weights).se;
    return {
      model,
      answers: scored.answers[i],
      ability,
      abilityError: se,
      score,
      error,
      low: Math.max(0, score - NORMAL_90 * error),
      high: Math.min(100, score + NORMAL_90 * error),
      isCalibratedOn: isNew[i] === 0,
    };
  });
  const ranks = rankedBy(rows, ({ score }) => score);
  const { bank, calibration, fingerprint, counts } = facts;
  return {
    ...{ bank, calibration, fingerprint, items: width },
    models: rows
      .map((row, i) => ({ ...row, rank: ranks[i] }))
      .sort((x, y) => x.rank - y.rank || (x.model < y.model ? -1 : 1)),
    counts,
  };
}
