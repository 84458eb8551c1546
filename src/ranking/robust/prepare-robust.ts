import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { Alarm, CalibratedRange } from '../../cat/robust/surprise.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { alarmFactor, conformalFactor, type IntervalFactor } from '../conformal.ts';
import { withVariances } from './examinee-variances.ts';
import { fitScoreModel, type ScoreModelRequest } from './fit-score-model.ts';
import { difficultyLevels, LEVELS } from './item-groups.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';
import { DOUBTFUL_SHARE, dimensionChoices, type RobustTrial, tryChoices } from './try-choices.ts';

/** What a robust test is prepared from: the calibration's examinees only. */
export interface RobustRequest extends ScoreModelRequest {
  /** Weights of the items in each examinee's full score, one entry an examinee; 0 where there is no answer. */
  readonly weights: readonly Float64Array[];
  readonly families: readonly string[];
  /** One entry an item: 1 where it is not to be chosen. By default all may be. */
  readonly flagged?: Uint8Array | null | undefined;
  /** Numbers of items tests will have, ascending. */
  readonly lengths: readonly number[];
  readonly seed: string;
}

/** A bank ready for robust tests. */
export interface RobustBank {
  readonly model: ScoreModel;
  /** Stratum of each item for the random share: tag value × level of difficulty. */
  readonly stratum: Int32Array;
  /** Items that are only drawn at random, one entry an item: 1 where it is one. None by default. */
  readonly flagged?: Uint8Array | null | undefined;
  /** Share of random items. */
  readonly randomShare: number;
  /** The lowest and highest score of the calibration's examinees. */
  readonly range: CalibratedRange;
  /** How wide 90% intervals must be, by length, in standard errors, */
  readonly factors: readonly IntervalFactor[];
  /** and of tests that raised an alarm. */
  readonly alarmFactors: readonly IntervalFactor[];
  /** The same for scores by value of the tag. */
  readonly tagFactors: readonly IntervalFactor[];
  /** Empty where there are too few examinees to try anything on. */
  readonly trials: readonly RobustTrial[];
}

const FOLDS = 4;
/** Examinees below which, or without half of which outside its largest family, nothing is tried: the first choices stand. */
const FEWEST = 8;

/**
 * Prepares a bank for robust tests: item coefficients of the factor model, and what is learned by leaving whole families
 * out of the calibration in turn and testing them: the number of dimensions, how much examinees differ, the share of random
 * items, and how wide intervals must be.
 */
export function prepareRobust(request: RobustRequest): RobustBank {
  const { responses, tag, families, lengths, weights, flagged } = request;
  const n = responses.examinees.length;
  const stratum = Int32Array.from(
    difficultyLevels(responses),
    (l, j) => (tag?.codes[j] ?? 0) * LEVELS + l,
  );
  const range = rangeOf(
    answeredMost(responses),
    weights.map((own, i) => fullScoreOf(responses, own, i)),
  );
  const sizes = new Map<string, number>();
  for (const family of families) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  const folds = Math.min(FOLDS, sizes.size);
  if (n < FEWEST || folds < 2 || n - Math.max(...sizes.values()) < FEWEST / 2)
    return {
      model: fitScoreModel(request, dimensionChoices(n)[0]),
      stratum,
      flagged,
      randomShare: DOUBTFUL_SHARE,
      range,
      factors: lengths.map(() => conformalFactor([])),
      alarmFactors: lengths.map(() => alarmFactor([], NORMAL_90)),
      tagFactors: lengths.map(() => conformalFactor([])),
      trials: [],
    };
  const { chosen, trials } = tryChoices(request, folds);
  const { dimensions, variances, ...settings } = chosen;
  return {
    model: withVariances(fitScoreModel(request, dimensions), variances),
    stratum,
    flagged,
    range,
    ...settings,
    trials,
  };
}

/** How wide the 90% interval of the score that a test predicts must be at the `l`-th length. */
export function intervalFactor(
  { factors, alarmFactors }: Pick<RobustBank, 'factors' | 'alarmFactors'>,
  l: number,
  alarm: Alarm | null,
): IntervalFactor {
  return alarm === null ? factors[l] : alarmFactors[l];
}

/** The same for its scores by tag: with an alarm, as many times wider as the interval of the whole score is. */
export function tagIntervalFactor(
  bank: Pick<RobustBank, 'factors' | 'alarmFactors' | 'tagFactors'>,
  l: number,
  alarm: Alarm | null,
): IntervalFactor {
  const whole = intervalFactor(bank, l, alarm);
  const { factor, verified } = bank.tagFactors[l];
  return {
    factor: (factor * whole.factor) / bank.factors[l].factor,
    verified: verified && whole.verified,
  };
}
