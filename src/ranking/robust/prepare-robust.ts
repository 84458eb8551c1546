import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { Alarm, CalibratedRange } from '../../cat/robust/surprise.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { alarmFactor, conformalFactor, type IntervalFactor } from '../conformal.ts';
import { withVariances } from './examinee-variances.ts';
import { fitScoreModel, type ScoreModelRequest } from './fit-score-model.ts';
import { type ChoiceTrial, HeldOutTests, type TriedChoice } from './held-out-tests.ts';
import { difficultyLevels, LEVELS } from './item-groups.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';
import {
  type Choices,
  DOUBTFUL_SHARE,
  dimensionChoices,
  type RobustTrial,
  searchChoices,
  tryChoices,
} from './try-choices.ts';

/** What a robust test is prepared from: the calibration's examinees only. */
export interface RobustRequest extends ScoreModelRequest {
  /** Weights of the items in each examinee's full score, one entry per examinee; 0 if there is no answer. */
  readonly weights: readonly Float64Array[];
  readonly families: readonly string[];
  /** One entry per item: 1 if it is not to be chosen. By default all may be. */
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
  /** Items that are only drawn at random, one entry per item: 1 if it is one. None by default. */
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
  /** Empty if there are too few examinees to try anything on. */
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
  const heldOut = heldOutTests(request);
  const choices = heldOut === null ? null : tryChoices(heldOut);
  const model = fitScoreModel(request, dimensionsOf(request, choices));
  return robustBank(request, choices, model);
}

/** The parts of `prepareRobust` that take long: data goes in and out, so that threads can do them. */
export interface RobustSteps {
  try(trial: ChoiceTrial): Promise<TriedChoice>;
  fit(dimensions: number): Promise<ScoreModel>;
}

/** The same as `prepareRobust`, with what takes long done by others, as much of it at the same time as can be. */
export async function prepareRobustBy(
  request: RobustRequest,
  steps: RobustSteps,
): Promise<RobustBank> {
  const heldOut = heldOutTests(request);
  const choices = heldOut === null ? null : await choicesBy(heldOut, steps);
  return robustBank(request, choices, await steps.fit(dimensionsOf(request, choices)));
}

async function choicesBy({ fewest }: HeldOutTests, steps: RobustSteps): Promise<Choices> {
  const search = searchChoices(fewest);
  let step = search.next();
  while (step.done !== true)
    step = search.next(await Promise.all(step.value.map((trial) => steps.try(trial))));
  return step.value;
}

/** What choices are tried on; null if there are too few examinees, or too few outside of the largest family. */
export function heldOutTests(request: RobustRequest): HeldOutTests | null {
  const { responses, families } = request;
  const n = responses.examinees.length;
  const sizes = new Map<string, number>();
  for (const family of families) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  const folds = Math.min(FOLDS, sizes.size);
  const isFew = n < FEWEST || folds < 2 || n - Math.max(...sizes.values()) < FEWEST / 2;
  return isFew ? null : new HeldOutTests(request, folds);
}

function dimensionsOf({ responses }: RobustRequest, choices: Choices | null): number {
  return choices?.chosen.dimensions ?? dimensionChoices(responses.examinees.length)[0];
}

/** @param choices null if nothing could be tried: the first choices stand, and no interval is verified */
function robustBank(
  { responses, tag, lengths, weights, flagged }: RobustRequest,
  choices: Choices | null,
  model: ScoreModel,
): RobustBank {
  const stratum = Int32Array.from(
    difficultyLevels(responses),
    (l, j) => (tag?.codes[j] ?? 0) * LEVELS + l,
  );
  const range = rangeOf(
    answeredMost(responses),
    weights.map((own, i) => fullScoreOf(responses, own, i)),
  );
  if (choices === null)
    return {
      model,
      stratum,
      flagged,
      randomShare: DOUBTFUL_SHARE,
      range,
      factors: lengths.map(() => conformalFactor([])),
      alarmFactors: lengths.map(() => alarmFactor([], NORMAL_90)),
      tagFactors: lengths.map(() => conformalFactor([])),
      trials: [],
    };
  const { dimensions: _, variances, ...settings } = choices.chosen;
  const { trials } = choices;
  return { model: withVariances(model, variances), stratum, flagged, range, ...settings, trials };
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
