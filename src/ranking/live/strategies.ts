import type { ProgramSolver } from '../../cat/assemble/program.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { gradedLiveTest } from '../graded/graded-live-test.ts';
import { type GradedPreparation, keptGraded } from '../graded/prepare-graded.ts';
import { requireGrades } from '../graded/require-grades.ts';
import { balanceTag, type RecordedBank } from '../recorded-bank.ts';
import {
  keptRobustFold,
  keptRobustFoldBy,
  type RobustSource,
  robustKey,
} from '../robust/kept-robust-fold.ts';
import type { RobustBank, RobustSteps } from '../robust/prepare-robust.ts';
import { adaptiveLiveTest } from './adaptive-live-test.ts';
import { fixedLiveTest } from './fixed-live-test.ts';
import { balancedQuotas } from './item-pool.ts';
import type { CalibratedTest, LiveTest } from './live-test.ts';
import type { Preparation, TestPlan } from './preparation.ts';
import { randomLiveTest } from './random-live-test.ts';
import { robustLiveTest } from './robust-live-test.ts';

/** How models are tested, and what that needs. Other code asks a row of `STRATEGIES` instead of comparing names. */
export interface TestStrategy<Test extends LiveTest = LiveTest> {
  /** False if its tests need no item parameters. */
  readonly isCalibrated: boolean;
  /** Of tests that learn from the families of their calibration before they begin; null for others. */
  readonly learning: Learning | null;
  /** What its tests do with costs of items; null if they cannot use them. */
  readonly costs: string | null;
  /** Whether a share of its items is always drawn at random, so that they can contradict its score. */
  readonly drawsShare: boolean;
  /** Whether a test may go on beyond its length. */
  readonly grows: boolean;
  /** Whether it predicts expected scores, and scores by tag. */
  readonly predictsTags: boolean;
  /** Whether it may always ask items that work backwards. */
  readonly asksFlagged: boolean;
  /** Whether a test must reach its full length: it is then no longer than the number of answers that a recorded model has. */
  readonly needsLength: boolean;
  /** @throws OPTIONS_CONFLICT, NO_ITEM_VARIES for banks that it cannot test on */
  readonly check: (bank: RecordedBank) => void;
  /** Makes a test; the preparation has what it needs. */
  readonly test: (preparation: Preparation, plan: TestPlan, solver: ProgramSolver | null) => Test;
}

interface Learning {
  readonly learn: (source: RobustSource, cacheFolder: string | null) => Learned;
  /** The same, in steps for several threads; null if it has none. */
  readonly learnBy:
    | ((source: RobustSource, steps: RobustSteps, cacheFolder: string | null) => Promise<Learned>)
    | null;
  /** Names all that a test's settings are learned from; null if finished tests are not kept. */
  readonly keyOf: ((source: RobustSource) => string) | null;
}

/** What tests have learned from the models of their calibration. */
export type Learned = { readonly robust: RobustBank } | { readonly graded: GradedPreparation };

/** What tests that learn need in addition: plain data. */
export interface LearningInput {
  readonly strategy: StrategyName;
  /** Families of all recorded models that are not left out. */
  readonly families: readonly string[];
  readonly items: number;
  readonly seed: string;
  /** Where what is learned is kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
  /** What items cost, where the tests choose or end by it. */
  readonly costs?: ItemCosts | undefined;
}

const PLAIN = {
  ...{ isCalibrated: true, learning: null, costs: null, drawsShare: false, grows: false },
  ...{ predictsTags: false, asksFlagged: false, needsLength: false },
  check: () => {},
};

/** The published method: maximum likelihood, and maximum information. */
const paper: TestStrategy<CalibratedTest> = {
  ...PLAIN,
  test: (preparation, plan, solver) => adaptive(preparation, plan, solver, []),
};

const CALIBRATED = {
  /** Items chosen for the predicted score, a share of them at random (see prepareRobust). */
  robust: {
    ...PLAIN,
    learning: {
      learn: (source, folder) => ({ robust: keptRobustFold(source, folder) }),
      learnBy: async (source, steps, folder) => ({
        robust: await keptRobustFoldBy(source, steps, folder),
      }),
      keyOf: robustKey,
    },
    costs: 'chooses by information per dollar',
    ...{ drawsShare: true, grows: true, predictsTags: true },
    test: ({ pool, fold, robust }, { examinee, length, lag, seed, growTo = null, costs }) =>
      robustLiveTest(examinee, { ...pool, ...fold!, ...robust!, costs }, length, lag, seed, growTo),
  },
  /** For scores between 0 and 1: a model of their levels, and the most informative items (see GradedSession). */
  graded: {
    ...PLAIN,
    learning: {
      learn: ({ own, part: { seen }, families, lengths: [items], seed }, folder) => ({
        graded: keptGraded({ own, seen, families, items, seed }, folder),
      }),
      learnBy: null,
      keyOf: null,
    },
    asksFlagged: true,
    check: requireGrades,
    test: ({ pool, fold, graded }, { examinee, length, lag, seed }) =>
      gradedLiveTest(examinee, { ...pool, ...fold!, graded: graded! }, length, lag, seed),
  },
  paper,
  /** As `paper`, with every value of the score's tag (else of the first tag) in its share of the test. */
  balanced: {
    ...PLAIN,
    needsLength: true,
    check: (bank) => void balanceTag(bank),
    test: (preparation, plan, solver) =>
      adaptive(preparation, plan, solver, balancedQuotas(preparation.pool, plan.length)),
  },
  /** As `paper`, by the rules of the plan. */
  adaptive: paper,
} satisfies Record<string, TestStrategy<CalibratedTest>>;

export const STRATEGIES = {
  ...CALIBRATED,
  /** Items drawn at random, for banks without a calibration. */
  random: {
    ...PLAIN,
    isCalibrated: false,
    costs: 'adds costs up (with --model)',
    test: ({ pool }, { examinee, length, seed, costs }) =>
      randomLiveTest(examinee, pool, length, seed, costs),
  },
  /** The items of a form. */
  fixed: {
    ...PLAIN,
    test: ({ pool, fold }, { examinee, form, draw }) =>
      fixedLiveTest(examinee, { ...pool, ...fold! }, form ?? [], draw ?? null),
  },
} satisfies Record<string, TestStrategy>;

export type StrategyName = keyof typeof STRATEGIES;

export const strategyOf = (name: StrategyName): TestStrategy => STRATEGIES[name];

/** A strategy on calibrated items. */
export const calibratedStrategy = (name: keyof typeof CALIBRATED): TestStrategy<CalibratedTest> =>
  CALIBRATED[name];

/** Whether tests learn from the families of their calibration before they begin. */
export const isLearned = (name: StrategyName): boolean => strategyOf(name).learning !== null;

function adaptive(
  { pool, fold }: Preparation,
  { examinee, length, lag, seed, rules }: TestPlan,
  solver: ProgramSolver | null,
  quotas: ReturnType<typeof balancedQuotas>,
): CalibratedTest {
  const { exclude = [], ...own } = rules ?? {};
  return adaptiveLiveTest(
    examinee,
    { ...pool, ...fold!, exclude: [...pool.exclude, ...exclude] },
    { quotas, ...own, length, lag },
    seed,
    solver,
  );
}
