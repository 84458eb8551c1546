import { type Alarm, type CalibratedRange, FEWEST_ANSWERS } from '../../cat/robust/alarm.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { ALARM_FACTOR, type IntervalFactor } from '../conformal.ts';
import { dimensionsFor, randomShareFor } from './choices.ts';
import { type Factors, factorsOf, unknownFactors } from './factors.ts';
import { fitScoreModel, type ScoreModelRequest } from './fit-score-model.ts';
import { type HeldOutErrors, HeldOutTests } from './held-out-tests.ts';
import { strataOf } from './item-groups.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';

/** What a robust test is prepared from: the calibration's examinees only. */
export interface RobustRequest extends ScoreModelRequest {
  /** Weights of the items in each examinee's full score, one entry per examinee; 0 if there is no answer. */
  readonly weights: readonly Float64Array[];
  readonly families: readonly string[];
  /** One entry per item: 1 if it is not to be chosen. By default all may be. */
  readonly flagged?: Uint8Array | null | undefined;
  /** What items cost, where tests will choose or end by it. */
  readonly costs?: ItemCosts | undefined;
  /** Numbers of items tests will have, ascending. */
  readonly lengths: readonly number[];
  readonly seed: string;
  /** What tests of the examinees that are left out show, by fold, where that is known; by default they are tested. */
  readonly trials?: readonly HeldOutErrors[] | null | undefined;
}

/** A bank ready for robust tests. */
export interface RobustBank extends Factors {
  readonly model: ScoreModel;
  /** Stratum of each item for the random share: tag value × level of difficulty. */
  readonly stratum: Int32Array;
  /** Items that are only drawn at random, one entry per item: 1 if it is one. None by default. */
  readonly flagged?: Uint8Array | null | undefined;
  /** Share of random items. */
  readonly randomShare: number;
  /** The lowest and highest score of the calibration's examinees. */
  readonly range: CalibratedRange;
}

const FOLDS = 4;
/** Examinees below which, or without half of which outside its largest family, nothing is tested: no interval is verified. */
const FEWEST = 8;

/**
 * Prepares a bank for robust tests: item coefficients of the factor model, and what is learned by leaving whole families out of the
 * calibration in turn and testing them: how wide intervals must be.
 */
export function prepareRobust(request: RobustRequest): RobustBank {
  return robustBank(request, fitWhole(request), request.trials ?? runTrials(request));
}

/** What tests of the examinees that are left out show, by fold; null if there are too few examinees. */
export function runTrials(request: RobustRequest): readonly HeldOutErrors[] | null {
  const tests = heldOutTests(request);
  return tests && Array.from({ length: tests.folds }, (_, k) => tests.test(k));
}

/** The parts of `prepareRobust` that take long: data goes in and out, so that threads can do them. */
export interface RobustSteps {
  fitWhole(): Promise<ScoreModel>;
  /** Tests the examinees of fold `k` of those that are left out in turn. */
  testFold(k: number): Promise<HeldOutErrors>;
}

/** The same as `prepareRobust`, with what takes long done by others, as much of it at the same time as can be. */
export async function prepareRobustBy(
  request: RobustRequest,
  steps: RobustSteps,
): Promise<RobustBank> {
  const { trials } = request;
  if (trials) return robustBank(request, await steps.fitWhole(), trials);
  const tests = heldOutTests(request);
  const folds = Array.from({ length: tests?.folds ?? 0 }, (_, k) => steps.testFold(k));
  const [model, ...errors] = await Promise.all([steps.fitWhole(), ...folds]);
  return robustBank(request, model, tests === null ? null : errors);
}

/** The tests of left-out examinees; null if there are too few examinees, or too few outside of the largest family. */
export function heldOutTests(request: RobustRequest): HeldOutTests | null {
  const { responses, families } = request;
  const n = responses.examinees.length;
  const sizes = new Map<string, number>();
  for (const family of families) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  const folds = Math.min(FOLDS, sizes.size);
  const isFew = n < FEWEST || folds < 2 || n - Math.max(...sizes.values()) < FEWEST / 2;
  // Tests are those of the whole calibration: as many dimensions, as large a share of random items.
  return isFew ? null : new HeldOutTests(request, folds, dimensionsFor(n), randomShareFor(n));
}

/** The model of all examinees. */
export function fitWhole(request: RobustRequest): ScoreModel {
  return fitScoreModel(request, dimensionsFor(request.responses.examinees.length));
}

/** @param errors by fold of left-out examinees; null if there were too few to leave any out: no interval is verified */
function robustBank(
  { responses, tag, lengths, weights, flagged }: RobustRequest,
  model: ScoreModel,
  errors: readonly HeldOutErrors[] | null,
): RobustBank {
  const stratum = strataOf(responses, tag);
  const range = rangeOf(
    answeredMost(responses),
    weights.map((own, i) => fullScoreOf(responses, own, i)),
  );
  const randomShare = randomShareFor(responses.examinees.length);
  const factors = errors === null ? unknownFactors(lengths) : factorsOf(errors);
  return { model, stratum, flagged, randomShare, range, ...factors };
}

/**
 * How wide the 90% interval of the score that a test predicts must be at the `l`-th length. Widths were learned on ordinary models: the
 * interval of a test that is too short for alarms is unverified.
 * @param answers of the test
 */
export function intervalFactor(
  { factors }: Pick<RobustBank, 'factors'>,
  l: number,
  alarm: Alarm | null,
  answers: number,
): IntervalFactor {
  return alarm === null ? unlessShort(factors[l], answers) : ALARM_FACTOR;
}

/** The same for its scores by tag. */
export function tagIntervalFactor(
  { tagFactors }: Pick<RobustBank, 'tagFactors'>,
  l: number,
  alarm: Alarm | null,
  answers: number,
): IntervalFactor {
  return alarm === null ? unlessShort(tagFactors[l], answers) : ALARM_FACTOR;
}

function unlessShort(factor: IntervalFactor, answers: number): IntervalFactor {
  return answers < FEWEST_ANSWERS ? { ...factor, verified: false } : factor;
}
