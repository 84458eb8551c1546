import type { Bank } from '../../item-bank/bank.ts';
import { fullScoreWeights } from '../../item-bank/full-score.ts';
import { type CatBank, prepareBank } from '../cat/bank.ts';
import { answersOf } from '../irt/answers.ts';
import { personFit } from '../irt/person-fit.ts';
import { rightAnswers } from '../irt/right-answers.ts';
import { CHECK_STEPS, checkItems, type ItemsCheck } from './check-items.ts';
import { scoreInterval } from './intervals.ts';
import { type ItemsRight, itemsRight } from './items-right.ts';
import { placedScore, type ScorePlaces } from './placed-score.ts';
import { fixedTest } from './recorded-test.ts';

/** l_z below this is rare where answers follow the calibration. */
const MISFIT = -4;

/** True if answers do not follow the calibration, so that no width is known for the interval of their score. */
export function isMisfit({ fit }: Pick<Placement, 'fit'>): boolean {
  return fit !== null && fit < MISFIT;
}

/** A recorded model to compare a new one with; score in percentage points. */
export interface RecordedPlace {
  readonly model: string;
  readonly actual: number;
}

/** The place of a new model on a bank, from its answers to some items; scores in percentage points. */
export interface Placement extends ItemsRight, ScorePlaces {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly model: string;
  readonly items: number;
  readonly ability: number;
  readonly se: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** False if there were too few recorded models to learn the width of the interval from, or the answers are misfits. */
  readonly verified: boolean;
  /** Mean absolute error of the same prediction for the recorded models, from the same items. */
  readonly expectedError: number;
  /** l_z, see personFit: far below 0 if the answers do not follow the calibration. */
  readonly fit: number | null;
  /** By recorded score, highest first. */
  readonly recorded: readonly RecordedPlace[];
}

/** A new model's answers: positions in the bank and scores in [0, 1]; no position twice. */
export interface PlacedAnswers {
  readonly model: string;
  readonly answers: readonly { readonly index: number; readonly score: number }[];
}

/** How many steps of work `placeAnswers` reports. */
export const PLACE_STEPS = CHECK_STEPS + 1;

/**
 * Ability (posterior mean), score on the whole bank and place of a new model from its answers to any items of a bank. The width
 * of the interval is learned on the recorded models, each predicted from the same items by a calibration without it.
 *
 * @param answers positions in the bank and scores in [0, 1]; no position twice
 */
export function placeAnswers(
  bank: Bank,
  model: string,
  answers: PlacedAnswers['answers'],
  seed: number,
  onStep: (doing: string) => void = () => {},
): Placement {
  return placeModels(bank, [{ model, answers }], seed, onStep)[0];
}

/** The same for several models, in their order. Models that were asked the same items share what the recorded ones tell of these. */
export function placeModels(
  bank: Bank,
  models: readonly PlacedAnswers[],
  seed: number,
  onStep: (doing: string) => void = () => {},
): Placement[] {
  const full = prepareBank(bank.items, bank.parameters);
  const checks = new Map<string, ItemsCheck>();
  return models.map(({ model, answers }) => {
    const order = answers.map((answer) => answer.index);
    const items = itemsKey({ answers });
    let check = checks.get(items);
    if (check === undefined) {
      onStep(`estimating ${model}`);
      check = checkItems(bank, order, seed, onStep);
      checks.set(items, check);
    }
    return placed(bank, full, { model, answers }, check);
  });
}

/** How many steps of work `placeModels` reports. */
export function placeSteps(models: readonly PlacedAnswers[]): number {
  return PLACE_STEPS * new Set(models.map(itemsKey)).size;
}

/** The same text for the same items. */
function itemsKey({ answers }: Pick<PlacedAnswers, 'answers'>): string {
  return answers.map(({ index }) => index).join();
}

function placed(
  bank: Bank,
  full: CatBank,
  { model, answers }: PlacedAnswers,
  check: ItemsCheck,
): Placement {
  const { responses } = bank;
  const width = bank.items.length;
  const order = answers.map((answer) => answer.index);
  const scores = new Float64Array(width).fill(Number.NaN);
  for (const { index, score } of answers) scores[index] = score;
  const weights = fullScoreWeights(bank.fullScore, bank.tags, () => true, width);
  const [result] = fixedTest(full, { scores, weights }, order, [order.length]);
  const given = answersOf(bank.parameters, scores);
  const { expectedError, interval: factor, actual } = check;
  // The standard error vanishes where curves are flat; the errors for recorded models are then the least width.
  const least = check.halfWidth / factor.factor;
  const interval = scoreInterval({ ...result, se: Math.max(result.se, least) }, factor);
  const own = { score: 100 * result.score, low: 100 * interval.low, high: 100 * interval.high };
  const fit = personFit(result.estimate.ability, given);
  const isExact = order.length === width;
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    model,
    items: answers.length,
    ability: result.estimate.ability,
    se: result.estimate.se,
    ...own,
    verified: isExact || (interval.verified && !isMisfit({ fit })),
    expectedError,
    ...itemsRight(rightAnswers(given, result.estimate)),
    fit,
    ...placedScore(
      Array.from(actual, (share) => 100 * share),
      own,
    ),
    recorded: responses.examinees
      .map((name, i) => ({ model: name, actual: 100 * actual[i] }))
      .sort((x, y) => y.actual - x.actual),
  };
}
