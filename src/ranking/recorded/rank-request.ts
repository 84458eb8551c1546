import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { fail } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import { checkAnswersPaid, checkCosts } from '../check-costs.ts';
import { checkGrowth } from '../check-growth.ts';
import { checkDivision, type Families, familiesOf } from '../families.ts';
import { isLearned, strategyOf } from '../live/strategies.ts';
import { FEWEST_RANKED, type RecordedBank, recordedExaminees } from '../recorded-bank.ts';
import { selectModels } from '../select-models.ts';

/** Strategies for recorded models: rows of STRATEGIES. */
export const RANK_STRATEGIES = ['robust', 'graded', 'paper', 'balanced'] as const;
export type RankStrategy = (typeof RANK_STRATEGIES)[number];

export interface RankRequest {
  readonly bank: RecordedBank;
  /** Items per model. */
  readonly items: number;
  /** The most items of a robust test that has an alarm or a wide interval after `items`; none grows by default. */
  readonly growTo?: number | null | undefined;
  readonly strategy: RankStrategy;
  readonly seed: number;
  /** Only these models are shown and compared; all by default. */
  readonly models?: readonly string[] | undefined;
  /** Given families, one per examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** Whether items that work backwards may be chosen adaptively; by default they are not. */
  readonly includeFlagged?: boolean | undefined;
  /** Random draws of the same number of items that the strategy is compared with. */
  readonly draws: number;
  /** Where calibrations and preparations are kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
  /** What items cost: `robust` then chooses by information per dollar, and ends where the money is used up. */
  readonly costs?: ItemCosts | undefined;
}

/** The models to show, and the fold of each examinee. */
export interface RankDivision {
  /** Rows of the models that are shown and compared. */
  readonly shown: readonly number[];
  readonly families: Families;
  readonly folds: number;
  /** The fold of each examinee. */
  readonly foldOf: Int32Array;
}

/**
 * Up to this many families, each is left out alone, so that each calibration has all the others. Robust and graded tests use at most FOLDS
 * folds, because each fold tests families of its own, which takes a while.
 */
const LEAVE_ONE_OUT = 20;
const FOLDS = 5;

/**
 * Checks a request, and divides its models into folds of whole families.
 * @throws TOO_MANY_ITEMS, NAME_UNKNOWN, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT
 */
export function divideModels(request: RankRequest): RankDivision {
  checkCosts(request);
  checkAnswersPaid(request.costs, request.bank);
  const { bank, items, models, strategy, seed } = request;
  const { examinees, items: all } = bank.responses;
  if (items > all.length)
    fail('TOO_MANY_ITEMS', { asked: items, available: all.length, where: bank.name });
  checkGrowth(request.growTo, request, all.length, bank.name);
  if (examinees.length < FEWEST_RANKED)
    fail('TOO_FEW_EXAMINEES', {
      found: examinees.length,
      needed: FEWEST_RANKED,
      purpose: 'a ranking',
    });
  strategyOf(strategy).check(bank);
  const shown = selectModels(examinees, models);
  const families = familiesOf(examinees, request.families, 2);
  checkDivision(families, 2, examinees.length);
  const most = isLearned(strategy) ? FOLDS : LEAVE_ONE_OUT;
  const folds = families.count <= most ? families.count : FOLDS;
  const foldOf = dealFolds(families.of, folds, randomStream(seed, 'folds'));
  return { shown, families, folds, foldOf };
}

/**
 * How many steps of work `rankRecorded` reports for a request. Refuses the same requests as `rankRecorded`.
 *
 * @throws TOO_MANY_ITEMS, NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT
 */
export function rankSteps(request: RankRequest): number {
  const { folds } = divideModels(request);
  recordedExaminees(request.bank);
  const perFold = isLearned(request.strategy) ? 2 : 1;
  return 1 + perFold * folds + request.bank.responses.examinees.length;
}
