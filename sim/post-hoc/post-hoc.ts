import type { ItemCosts } from '../../src/cat/robust/item-costs.ts';
import { fail } from '../../src/errors.ts';
import { nearestNames } from '../../src/nearest.ts';
import { checkAnswersPaid, checkCosts } from '../../src/ranking/check-costs.ts';
import { checkDivision, type Families, familiesOf } from '../../src/ranking/families.ts';
import { type RecordedBank, recordedExaminees, strataOf } from '../../src/ranking/recorded-bank.ts';
import { calibrateSplit } from './calibrate-split.ts';
import { compareStrategies, type StrategyComparison } from './compare-strategies.ts';
import { fifthOf, type SplitRule, splitsOf, strongest } from './splits.ts';
import { PRICED_STRATEGIES, STRATEGIES, type StrategyScore } from './strategies.ts';
import { type PostHocResult, summarise } from './summary.ts';

export interface PostHocRequest {
  readonly bank: RecordedBank;
  /** Ascending. */
  readonly lengths: readonly number[];
  readonly strategies: readonly string[];
  readonly folds: number;
  /** Repetitions, each with new folds and draws. */
  readonly seeds: number;
  readonly seed: number;
  /** One entry per examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** The split into calibration and tested models; default `family`. */
  readonly split?: SplitRule | undefined;
  /** Calibrate on only this number of the models outside a fold, drawn at random; default: all of them. */
  readonly calibrationModels?: number | undefined;
  /** Two strategies to compare, the first against the second; they need not be in `strategies`. */
  readonly compare?: readonly [string, string] | undefined;
  /** What items cost, and what each test may cost; for PRICED_STRATEGIES. */
  readonly costs?: ItemCosts | undefined;
}

/** The division into models that calibrate and models that are tested. */
export interface PostHocSplit {
  readonly rule: SplitRule;
  /** Number of examinees tested in each repetition. */
  readonly tested: number;
  /** Number of models drawn for each calibration; null for all outside the fold. */
  readonly calibrationModels: number | null;
}

export interface PostHocReport {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  /** Numbers of examinees and of items of the bank. */
  readonly examinees: number;
  readonly items: number;
  readonly split: PostHocSplit;
  readonly folds: number;
  readonly seeds: number;
  readonly seed: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  readonly results: readonly PostHocResult[];
  readonly comparison: StrategyComparison | null;
}

/** The results of every strategy for every tested examinee, before summing up. */
export interface PostHocTests {
  /** In the order of the results: the requested strategies, then the compared ones. */
  readonly strategies: readonly string[];
  /** Of the tested examinees: names, recorded scores in [0, 1], families. */
  readonly examinees: readonly string[];
  readonly actual: readonly number[];
  readonly families: readonly string[];
  readonly familySource: Families['source'];
  /** Number of families of the whole bank. */
  readonly familyCount: number;
  /** [strategy][length][seed][tested examinee] */
  readonly outcomes: readonly (readonly (readonly (readonly StrategyScore[])[])[])[];
}

/**
 * Post-hoc simulation: recorded examinees are tested as if they were new, on items calibrated without them, and the
 * predictions are compared with their recorded full-bank scores. By default families are never on both sides of a
 * split. All strategies see the same splits, calibrations and draws.
 *
 * @param onStep called after each of `postHocSteps(request)` steps of work
 * @throws NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, NO_ANSWERS
 */
export function postHoc(
  request: PostHocRequest,
  onStep: (doing: string) => void = () => {},
): PostHocReport {
  return reportOf(request, postHocTests(request, onStep));
}

/** The tests of `postHoc`, with the same parameters and errors. */
export function postHocTests(
  request: PostHocRequest,
  onStep: (doing: string) => void = () => {},
): PostHocTests {
  const { bank, lengths, seeds, seed, compare, split: rule = 'family' } = request;
  const { responses } = bank;
  const names = responses.examinees;
  const strategies = [...new Set([...request.strategies, ...(compare ?? [])])];
  const { families, examinees, actual, division } = checkRequest(request);
  const strata = strataOf(bank);
  const tested = testedRows(rule, actual);
  const place = new Map(tested.map((i, at) => [i, at]));
  const outcomes: StrategyScore[][][][] = strategies.map(() => lengths.map(() => []));
  for (let repetition = 1; repetition <= seeds; repetition++) {
    for (const perLength of outcomes) for (const rows of perLength) rows.push([]);
    splitsOf(division, [seed, repetition]).forEach((split, k) => {
      const part = calibrateSplit(bank, split);
      onStep(`seed ${repetition}: calibrating without fold ${k + 1}`);
      const known = {
        examinees: split.seen.map((i) => examinees[i]),
        scores: Float64Array.from(split.seen, (i) => actual[i]),
      };
      const fold = {
        bank,
        part,
        known,
        strata,
        families: families.of,
        foldPath: [seed, repetition, 'fold', k],
        costs: request.costs,
      };
      for (const i of split.unseen) {
        const path = [seed, repetition, names[i]];
        strategies.forEach((name, s) => {
          const test = { ...fold, examinee: examinees[i], lengths, path };
          STRATEGIES[name](test).forEach((outcome, l) => {
            outcomes[s][l][repetition - 1][place.get(i)!] = outcome;
          });
        });
        onStep(`seed ${repetition}: testing ${names[i]}`);
      }
    });
  }
  return {
    strategies,
    examinees: tested.map((i) => names[i]),
    actual: tested.map((i) => actual[i]),
    families: tested.map((i) => families.of[i]),
    familySource: families.source,
    familyCount: families.count,
    outcomes,
  };
}

/** Sums up the tests that `postHocTests` made for a request. */
export function reportOf(request: PostHocRequest, tests: PostHocTests): PostHocReport {
  const { bank, lengths, seeds, seed, compare, split: rule = 'family' } = request;
  const { responses } = bank;
  const { strategies, families, outcomes } = tests;
  const actual = Float64Array.from(tests.actual);
  const ofStrategy = (name: string) => outcomes[strategies.indexOf(name)];
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    examinees: responses.examinees.length,
    items: responses.items.length,
    split: {
      rule,
      tested: actual.length,
      calibrationModels: request.calibrationModels ?? null,
    },
    folds: foldsOf(request),
    seeds,
    seed,
    families: { source: tests.familySource, count: tests.familyCount },
    results: strategies.flatMap((name, s) =>
      lengths.map((length, l) => summarise(name, length, outcomes[s][l], actual, families, seed)),
    ),
    comparison:
      compare === undefined
        ? null
        : compareStrategies(compare, lengths, compare.map(ofStrategy), actual, families, seed),
  };
}

/** The tested examinees and the division, for a valid request. */
function checkRequest(request: PostHocRequest) {
  const { bank, lengths, folds, compare, split: rule = 'family' } = request;
  const { examinees: names, items } = bank.responses;
  checkStrategies([...request.strategies, ...(compare ?? [])]);
  if (request.costs !== undefined)
    checkPriced(request, [...request.strategies, ...(compare ?? [])]);
  const longest = lengths[lengths.length - 1];
  if (longest > items.length)
    fail('TOO_MANY_ITEMS', { asked: longest, available: items.length, where: bank.name });
  const families = familiesOf(names, request.families, rule === 'family' ? folds : 2);
  if (rule === 'family') checkDivision(families, folds, names.length);
  const { examinees, actual } = recordedExaminees(bank);
  const calibrationModels = request.calibrationModels ?? null;
  const division = { rule, folds, calibrationModels, names, families: families.of, actual };
  return { families, examinees, actual, division };
}

/**
 * How many steps of work `postHoc` reports for a request. Refuses the same requests as `postHoc`.
 *
 * @throws NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, NO_ANSWERS
 */
export function postHocSteps(request: PostHocRequest): number {
  const { division } = checkRequest(request);
  for (let repetition = 1; repetition <= request.seeds; repetition++)
    splitsOf(division, [request.seed, repetition]);
  const { examinees } = request.bank.responses;
  const tested = request.split === 'strongest' ? fifthOf(examinees.length) : examinees.length;
  return request.seeds * (foldsOf(request) + tested);
}

function foldsOf({ split, folds }: PostHocRequest): number {
  return split === 'strongest' ? 1 : folds;
}

/** Rows of the examinees that each repetition tests, ascending. */
function testedRows(rule: SplitRule, actual: Float64Array): number[] {
  if (rule === 'strongest') return strongest(actual).sort((x, y) => x - y);
  return Array.from(actual.keys());
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID */
function checkPriced({ bank, costs }: PostHocRequest, names: readonly string[]): void {
  const other = names.find((name) => !PRICED_STRATEGIES.includes(name));
  if (other !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: `--costs, --strategies ${other}`,
      reason: `this strategy cannot use costs. Those that can: ${PRICED_STRATEGIES.join(', ')}.`,
    });
  checkCosts({ strategy: 'robust', costs, bank });
  checkAnswersPaid(costs, bank);
}

function checkStrategies(names: readonly string[]): void {
  for (const name of names)
    if (!Object.hasOwn(STRATEGIES, name))
      fail('NAME_UNKNOWN', {
        kind: 'strategy',
        name,
        nearest: nearestNames(name, Object.keys(STRATEGIES)),
      });
}
