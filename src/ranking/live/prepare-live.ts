import type { CatBank } from '../../cat/bank.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { fail } from '../../errors.ts';
import { pickExaminees } from '../../irt/responses.ts';
import { checkCosts } from '../check-costs.ts';
import { checkGrowth } from '../check-growth.ts';
import { type LeftOut, leftOut } from '../flagged-items.ts';
import { calibrateFold } from '../fold-bank.ts';
import { foldFit } from '../fold-fit.ts';
import { type GradedSummary, gradedSummary } from '../graded/graded-summary.ts';
import type { GradedChoice } from '../graded/prepare-graded.ts';
import { knowPretest, type PretestSource } from '../pretest/know-pretest.ts';
import { planPretest } from '../pretest/plan-pretest.ts';
import type { PretestPlan } from '../pretest/pretest-plan.ts';
import { pretestScale } from '../pretest/pretest-scale.ts';
import type { RankStrategy } from '../recorded/rank-request.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import { itemPool, recordedScores, requireItems } from './item-pool.ts';
import { checkPool, type LiveCalibration } from './live-calibration.ts';
import { divide, NO_FOLD, recordedAs } from './live-division.ts';
import type { LiveTest } from './live-test.ts';
import {
  type Preparation,
  type PreparationInput,
  prepare,
  recordedPart,
  type TestPlan,
  testOf,
} from './preparation.ts';
import { isLearned, strategyOf } from './strategies.ts';

/** The strategies of `rank`, and `random`: items drawn at random, for banks without a calibration. */
export const LIVE_STRATEGIES = ['robust', 'graded', 'paper', 'balanced', 'random'] as const;
export type LiveStrategy = RankStrategy | 'random';

export interface LiveRequest {
  readonly bank: RecordedBank;
  /** Given families, one per recorded examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** The models to test, by name. */
  readonly models: readonly string[];
  /** Other names of each of them, such as what its endpoint calls it; none by default. */
  readonly aliases?: readonly (readonly string[])[] | undefined;
  /** Items per model. */
  readonly items: number;
  /** The most items of a robust test that has an alarm or a wide interval after `items`; none grows by default. */
  readonly growTo?: number | null | undefined;
  readonly strategy: LiveStrategy;
  readonly lag: number;
  readonly seed: number;
  /** Recorded models that no calibration uses. */
  readonly leaveOut: readonly string[];
  /** Whether an item can be asked; null if all can. */
  readonly isAskable: ((item: number) => boolean) | null;
  /** Item parameters in place of those from recorded answers; none by default. For `paper` and `balanced`. */
  readonly calibration?: LiveCalibration | null;
  /** Whether items that work backwards may be chosen adaptively; by default they are not. */
  readonly includeFlagged?: boolean | undefined;
  /** Where calibrations and preparations are kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
  /** What items cost: for `robust`, which chooses and ends by it, and `random`, which only ends by it. */
  readonly costs?: ItemCosts | undefined;
  /** Pretest items that each test asks besides; none by default. */
  readonly pretest?: PretestRequest | null | undefined;
}

/** The pretest items of tests. */
export interface PretestRequest {
  /** Per test, at most. */
  readonly count: number;
  /** What is known of them: the plan of a run that is continued, or what it is to be learned from. */
  readonly from: PretestPlan | PretestSource;
}

/** Tests that are ready to start, and the recorded models to compare with. */
export interface LiveTests {
  readonly tests: readonly LiveTest[];
  /** Recorded models with their score on the whole bank in points, highest first. */
  readonly recorded: readonly {
    readonly model: string;
    readonly actual: number;
    /** Share of the bank that it answered. */
    readonly answered: number;
  }[];
  /**
   * The recorded model that each tested model is the same as, by its name or an alias in any letter case; null if none. Such a
   * model is tested on a calibration without it and its family.
   */
  readonly recordedAs: readonly (string | null)[];
  /** Flagged items that adaptive choice leaves out, over the calibrations. */
  readonly leftOut: LeftOut;
  /** Calibrations that used all rounds without converging. */
  readonly unconverged: readonly string[];
  /** Of graded tests: the model of scores that each calibration chose; absent with other strategies. */
  readonly graded?: GradedSummary;
  /** The pretest items that tests choose from: item k is at position n + k of a bank of n items. Null if they ask none. */
  readonly pretest: PretestPlan | null;
}

/** How many steps of work `prepareLive` reports. @throws as prepareLive, for an invalid request */
export function liveSteps(request: LiveRequest): number {
  checkCosts(request);
  const { isCalibrated, learning, check } = strategyOf(request.strategy);
  if (isKept(request) || !isCalibrated) return 0;
  check(request.bank);
  const { folds } = divide(request);
  return 1 + folds.size * (learning === null ? 1 : 2);
}

/**
 * Prepares a test for each model. A model that is also recorded is tested on a calibration without it and its family, so that
 * the test does not use its recorded answers; this takes at most FOLDS folds. All other models are tested on a calibration on
 * all recorded models.
 *
 * @throws TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, BANK_WITHOUT_ANSWERS, NAME_UNKNOWN, NO_ANSWERS, OPTIONS_CONFLICT
 */
export function prepareLive(
  request: LiveRequest,
  onStep: (doing: string) => void = () => {},
): LiveTests {
  checkCosts(request);
  const { bank, items, models, strategy, seed, includeFlagged, cacheFolder, costs } = request;
  const plain = { recorded: bank, askable: askableOf(request) };
  const pool = itemPool(bank, request.isAskable);
  requireItems(pool, items);
  const askable = bank.responses.items.length - pool.exclude.length;
  checkGrowth(request.growTo, request, askable, `bank ${bank.name}`);
  const { isCalibrated, learning, asksFlagged, check } = strategyOf(strategy);
  check(bank);
  const known = { recorded: recordedScores(bank), recordedAs: recordedAs(request) };
  let pretest: PretestPlan | null = null;
  /** The first preparation is that of all recorded models, where there is one: what is known of pretest items is on its scale. */
  const know = (input: PreparationInput) => {
    pretest ??= planned(request, input);
  };
  const testsOf = (preparation: Preparation, members: Iterable<number>) =>
    Array.from(members, (m): [number, LiveTest] => [
      m,
      testOf(preparation, { ...planOf(request, m), pretest }),
    ]);

  if (isKept(request)) {
    const flagged = includeFlagged ? undefined : request.calibration.flagged;
    const kept = { ...request.calibration, flagged };
    const input = { ...plain, calibration: { kept } };
    know(input);
    const preparation = prepare(input);
    const tests = testsOf(preparation, models.keys()).map(([, test]) => test);
    return {
      tests,
      ...known,
      leftOut: leftOut([preparation.fold!.bank]),
      unconverged: [],
      pretest,
    };
  }
  if (!isCalibrated) {
    const input = { ...plain, calibration: null };
    know(input);
    const preparation = prepare(input);
    const tests = testsOf(preparation, models.keys()).map(([, test]) => test);
    return { tests, ...known, leftOut: leftOut([]), unconverged: [], pretest };
  }
  const { kept, families, foldOf, folds } = divide(request);
  const own: RecordedBank = {
    ...bank,
    responses: pickExaminees(bank.responses, kept),
    families: undefined,
  };
  const reference = foldFit(own.responses, cacheFolder);
  const unconverged = reference.converged ? [] : ['all models'];
  const { parameters, abilities } = reference;
  const all = { parameters, abilities, seen: kept.map((_, k) => k), flagged: null };
  know({ ...plain, calibration: { own, abilities, part: all } });
  onStep('calibrating on the recorded models');
  const tests: LiveTest[] = new Array(models.length);
  const banks: CatBank[] = [];
  const choices: GradedChoice[] = [];
  for (const [fold, members] of folds) {
    const name = fold === NO_FOLD ? 'all models' : `all but fold ${fold + 1}`;
    const part = calibrateFold(own.responses, foldOf, fold, {
      whole: reference,
      includeFlagged: includeFlagged || asksFlagged,
      cacheFolder,
    });
    if (!part.calibration.converged && part.calibration !== reference) unconverged.push(name);
    onStep(`calibrating on ${name}`);
    const preparation = prepare({
      ...plain,
      calibration: { own, abilities: reference.abilities, part: recordedPart(part) },
      learning: { strategy, families, items, seed: `${seed}/live/${fold}`, cacheFolder, costs },
    });
    const learned = preparation.graded?.prepared;
    if (learned !== undefined) choices.push(learned.choice);
    if (learned?.converged === false) unconverged.push(`the graded scores of ${name}`);
    if (learning !== null) onStep(`testing left-out families, ${name}`);
    banks.push(preparation.fold!.bank);
    for (const [m, test] of testsOf(preparation, members)) tests[m] = test;
  }
  const graded = choices.length > 0 ? { graded: gradedSummary(own.responses, choices) } : {};
  return { tests, ...known, leftOut: leftOut(banks), unconverged, pretest, ...graded };
}

/** What tests know of pretest items; null if they ask none. */
function planned({ pretest, seed }: LiveRequest, input: PreparationInput): PretestPlan | null {
  if (pretest == null) return null;
  const { count, from } = pretest;
  return 'takers' in from ? planPretest(knowPretest(from, pretestScale(input)), count, seed) : from;
}

function askableOf({ bank, isAskable }: LiveRequest): Uint8Array | null {
  if (isAskable === null) return null;
  return Uint8Array.from(bank.responses.items, (_, j) => (isAskable(j) ? 1 : 0));
}

function planOf(
  { models, strategy, items, growTo = null, lag, seed, costs }: LiveRequest,
  m: number,
): TestPlan {
  const examinee = models[m];
  const length = { length: items, growTo };
  return { strategy, examinee, ...length, lag, seed: `${seed}/${examinee}`, rules: null, costs };
}

/** Whether the request has a calibration, and may be tested with it. @throws OPTIONS_CONFLICT, CALIBRATION_OF_TESTED */
function isKept(
  request: LiveRequest,
): request is LiveRequest & { readonly calibration: LiveCalibration } {
  const { calibration, strategy, models, aliases, leaveOut } = request;
  if (calibration == null) return false;
  const conflict = (options: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options, reason });
  if (isLearned(strategy))
    conflict(
      `--calibration, --strategy ${strategy}`,
      `a ${strategy} test learns its settings and intervals from recorded models; use --strategy paper or balanced.`,
    );
  if (!strategyOf(strategy).isCalibrated)
    conflict(
      '--calibration, --strategy random',
      'random items need no item parameters; leave one of the two options out.',
    );
  if (leaveOut.length > 0)
    conflict(
      '--calibration, --leave-out',
      'a kept calibration has no recorded models to leave out; remove --leave-out.',
    );
  checkPool(
    calibration,
    models.map((model, m) => [model, ...(aliases?.[m] ?? [])]),
  );
  return true;
}
