import { cacheKey } from '../../cache/cache-key.ts';
import { keptResult } from '../../cache/result-cache.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { TaskWork } from '../../threads/serve-tasks.ts';
import { calibrateFold } from '../fold-bank.ts';
import { foldFit } from '../fold-fit.ts';
import {
  type Preparation,
  type PreparationInput,
  prepare,
  recordedPart,
} from '../live/preparation.ts';
import { type Learned, strategyOf } from '../live/strategies.ts';
import { recordedExaminees } from '../recorded-bank.ts';
import type { HeldOutErrors, HeldOutTests } from '../robust/held-out-tests.ts';
import { type RobustSource, requestOf } from '../robust/kept-robust-fold.ts';
import {
  fitWhole,
  heldOutTests,
  type RobustRequest,
  type RobustSteps,
} from '../robust/prepare-robust.ts';
import { divideModels, type RankDivision, type RankRequest } from './rank-request.ts';
import { learnedIntervals, type ModelIntervals } from './test-intervals.ts';
import { type RecordedModel, type TestedModel, testModel } from './test-model.ts';

/** The calibration from all recorded models: it gives the scale of abilities. */
export interface WholeCalibration {
  readonly abilities: Float64Array;
  readonly converged: boolean;
}

/** A calibration without the models of one fold: plain data. */
export interface FoldPart {
  readonly part: ReturnType<typeof recordedPart>;
  readonly converged: boolean;
  /** Rows of its held-out models. */
  readonly unseen: readonly number[];
}

/** A tested model of a fold; its intervals are null if they are learned from all models. */
export interface FoldTest {
  readonly row: number;
  readonly tested: TestedModel;
  readonly intervals: ModelIntervals | null;
}

/** The steps of a ranking of recorded models. Input and output of each are plain data, so that any thread can do it. */
export interface RankFolds {
  readonly division: RankDivision;
  /** By row. */
  readonly models: readonly RecordedModel[];
  whole(): WholeCalibration;
  calibrate(k: number): FoldPart;
  /** What tests learn on the families of a calibration; null if nothing. */
  learn(k: number, fold: FoldPart): Learned | null;
  /** What the trials of calibration `k` are made from. */
  trialRequest(k: number): RobustRequest;
  /** The same in steps for several threads; null where there are none. */
  learnBy(k: number, fold: FoldPart, steps: RobustSteps): Promise<Learned> | null;
  /** One of these steps: the model of fold `k`'s calibration, or the tests of one of the folds that it leaves out in turn. */
  fitRobust(k: number, fold: FoldPart): ScoreModel;
  testHeldOut(k: number, fold: FoldPart, left: number): HeldOutErrors;
  /**
   * Tests the models of some rows that calibration `k` has not seen.
   * @param onTest called after each test
   */
  test(
    k: number,
    whole: WholeCalibration,
    fold: FoldPart,
    learned: Learned | null,
    rows: readonly number[],
    onTest: (test: FoldTest) => void,
  ): FoldTest[];
}

/** @throws TOO_MANY_ITEMS, NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT */
export function rankFolds(request: RankRequest): RankFolds {
  const { bank, items, growTo, strategy, seed, draws, includeFlagged, cacheFolder, costs } =
    request;
  const { responses } = bank;
  const division = divideModels(request);
  const { families, foldOf } = division;
  const { examinees, actual } = recordedExaminees(bank);
  const models = responses.examinees.map((name, i) => ({
    ...examinees[i],
    name,
    actual: actual[i],
  }));
  const shown = new Set(division.shown);
  const sourceOf = (k: number, part: RobustSource['part']): RobustSource => ({
    own: bank,
    part,
    families: families.of,
    lengths: [items],
    seed: `${seed}/${k}`,
    costs,
  });
  /** By fold: the tests of its steps. */
  const heldOut = new Map<number, HeldOutTests>();
  const heldOutOf = (k: number, { part }: FoldPart) => {
    const found = heldOut.get(k) ?? heldOutTests(requestOf(sourceOf(k, part)))!;
    heldOut.set(k, found);
    return found;
  };
  const { learning, asksFlagged } = strategyOf(strategy);
  const folder = cacheFolder ?? null;
  const keyOf = costs === undefined ? (learning?.keyOf ?? null) : null;
  /** Names what a test of the model in a row depends on, where tests are kept. */
  const testKey = (k: number, { part }: FoldPart, row: number) => {
    const { name, scores, weights, actual } = models[row];
    const { a, b, c } = part.parameters;
    const tags = Object.entries(bank.tags).flatMap(([tag, { values, codes }]) => [
      tag,
      values,
      Int32Array.from(codes),
    ]);
    return cacheKey('test', [
      ...[keyOf!(sourceOf(k, part)), a, b, c, responses.items, JSON.stringify(bank.taxonomy)],
      ...[name, scores, weights, actual, shown.has(row), items, growTo, seed, draws, ...tags],
    ]);
  };
  return {
    division,
    models,
    whole() {
      const { abilities, converged } = foldFit(responses, cacheFolder);
      return { abilities, converged };
    },
    calibrate(k) {
      const options = { includeFlagged: includeFlagged || asksFlagged, cacheFolder };
      const fold = calibrateFold(responses, foldOf, k, options);
      const { calibration, unseen } = fold;
      return { part: recordedPart(fold), converged: calibration.converged, unseen };
    },
    trialRequest(k) {
      const seen = [...foldOf.keys()].filter((i) => foldOf[i] !== k);
      return requestOf(sourceOf(k, { seen, flagged: null }));
    },
    learn: (k, { part }) => learning?.learn(sourceOf(k, part), folder) ?? null,
    learnBy: (k, { part }, steps) => learning?.learnBy?.(sourceOf(k, part), steps, folder) ?? null,
    fitRobust: (k, { part }) => fitWhole(requestOf(sourceOf(k, part))),
    testHeldOut: (k, fold, left) => heldOutOf(k, fold).test(left),
    test(k, { abilities }, fold, learned, rows, onTest) {
      const { part } = fold;
      const calibration = { own: bank, abilities, part };
      const input: PreparationInput = { recorded: bank, askable: null, calibration };
      let made: Preparation | null = null;
      const make = (row: number): FoldTest => {
        made ??= prepare(input, learned);
        const model = models[row];
        const tested = testModel(request, made, model, shown.has(row));
        return { row, tested, intervals: learnedIntervals(tested, model, made) };
      };
      return rows.map((row) => {
        const test = keptResult(
          keyOf === null ? null : folder,
          () => testKey(k, fold, row),
          () => make(row),
        );
        onTest(test);
        return test;
      });
    },
  };
}

/** The steps of a ranking as tasks for threads. */
export type RankTask =
  | { readonly do: 'whole' }
  | { readonly do: 'calibrate'; readonly k: number }
  | { readonly do: 'fit-robust'; readonly k: number; readonly fold: FoldPart }
  | {
      readonly do: 'test-held-out';
      readonly k: number;
      readonly fold: FoldPart;
      readonly left: number;
    }
  | { readonly do: 'learn'; readonly k: number; readonly fold: FoldPart }
  | {
      readonly do: 'test';
      readonly k: number;
      readonly whole: WholeCalibration;
      readonly fold: FoldPart;
      readonly learned: Learned | null;
      readonly rows: readonly number[];
    };

export type RankTaskResult =
  | WholeCalibration
  | FoldPart
  | HeldOutErrors
  | ScoreModel
  | Learned
  | FoldTest[]
  | null;

/** How a thread does the steps of a ranking; tests are told of one by one. */
export function openRankTasks(request: RankRequest): TaskWork<RankTask, RankTaskResult, FoldTest> {
  const ranking = rankFolds(request);
  return (task, onTest) => {
    switch (task.do) {
      case 'whole':
        return ranking.whole();
      case 'calibrate':
        return ranking.calibrate(task.k);
      case 'fit-robust':
        return ranking.fitRobust(task.k, task.fold);
      case 'test-held-out':
        return ranking.testHeldOut(task.k, task.fold, task.left);
      case 'learn':
        return ranking.learn(task.k, task.fold);
      case 'test':
        return ranking.test(task.k, task.whole, task.fold, task.learned, task.rows, onTest);
    }
  };
}
