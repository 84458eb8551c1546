import type { ProgramSolver } from '../../cat/assemble/program.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../cat/bank.ts';
import type { SessionConfiguration } from '../../cat/configuration.ts';
import { gradedBank } from '../../cat/graded/graded-bank.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { commonScale } from '../common-scale.ts';
import type { FoldCalibration } from '../fold-bank.ts';
import { type TaggedParts, taggedParts } from '../further-scores.ts';
import type { GradedReady } from '../graded/graded-live-test.ts';
import type { PretestPlan } from '../pretest/pretest-plan.ts';
import { withPretest } from '../pretest/with-pretest.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { exactAtEnd } from './exact-at-end.ts';
import type { FormDraw } from './fixed-live-test.ts';
import { type ItemPool, itemPool, requireItems } from './item-pool.ts';
import type { LiveCalibration } from './live-calibration.ts';
import { keptFold, type LiveFold, recordedFold } from './live-fold.ts';
import type { LiveTest } from './live-test.ts';
import { personLiveTest } from './person-live-test.ts';
import { type Learned, type LearningInput, type StrategyName, strategyOf } from './strategies.ts';
import { withGaps } from './with-gaps.ts';

/** The input for preparing tests: plain data, so that it can be sent to a thread. */
export interface PreparationInput {
  readonly recorded: RecordedBank;
  /** One entry per item, 1 if it can be asked; null if all can. */
  readonly askable: Uint8Array | null;
  /** Null for tests without a calibration. */
  readonly calibration: KeptSource | RecordedSource | null;
  /** Of tests that learn from the families of their calibration; null or absent for others. */
  readonly learning?: LearningInput | null;
}

interface KeptSource {
  readonly kept: LiveCalibration;
}

export interface RecordedSource {
  /** The recorded models that are not left out, and their abilities by the calibration from all of them. */
  readonly own: RecordedBank;
  readonly abilities: Float64Array;
  /** The calibration that the tests use, and the rows of its models. */
  readonly part: {
    readonly parameters: ItemParameters;
    readonly abilities: Float64Array;
    readonly seen: readonly number[];
    /** One entry per item: 1 if adaptive choice leaves it out; null if it may choose all. */
    readonly flagged: Uint8Array | null;
  };
}

/** What the tests of one calibration share. */
export interface Preparation {
  readonly pool: ItemPool;
  /** Null for tests that need no calibration. */
  readonly fold: LiveFold | null;
  readonly robust: RobustPreparation | null;
  readonly graded: GradedReady | null;
}

/** What robust tests of one calibration share in addition to it. */
export interface RobustPreparation {
  readonly prepared: RobustBank;
  readonly parts: TaggedParts;
}

/** The plan of one test of a preparation: plain data. */
export interface TestPlan {
  readonly strategy: StrategyName;
  readonly examinee: string;
  readonly length: number;
  /** The most items of a robust test that needs more; null or absent if none does. */
  readonly growTo?: number | null;
  readonly lag: number;
  readonly seed: string;
  /** Of `adaptive`. */
  readonly rules: Partial<SessionConfiguration> | null;
  /** Of `fixed`: ids of the items, in their order. */
  readonly form?: readonly string[] | null;
  /** Of `fixed`: how its form was drawn, if its score is to come from the design of the draw; null or absent: from the response model. */
  readonly draw?: FormDraw | null;
  /** Whether the examinee is a person; by default it is a model. */
  readonly person?: boolean;
  /** What items cost; of `robust`, which chooses and ends by it, and `random`, which only ends by it. */
  readonly costs?: ItemCosts | undefined;
  /** The pretest items that it may ask; null or absent if it asks none. */
  readonly pretest?: PretestPlan | null;
}

/** A calibration without some of the recorded models, in the form from which tests are prepared. */
export function recordedPart({
  calibration,
  flagged,
  seen,
}: FoldCalibration): RecordedSource['part'] {
  const { parameters, abilities } = calibration;
  return { parameters, abilities, seen, flagged };
}

/** Takes some 50 ms. @param learned by tests that learn; learned here by default */
export function prepare(input: PreparationInput, learned = learnFrom(input)): Preparation {
  const { recorded, askable, calibration } = input;
  const pool = itemPool(recorded, askable === null ? null : (j) => askable[j] === 1);
  const none = { robust: null, graded: null };
  if (calibration === null) return { pool, fold: null, ...none };
  if ('kept' in calibration) return { pool, fold: keptFold(pool, calibration.kept), ...none };
  const { own, abilities, part } = calibration;
  const { parameters, seen, flagged } = part;
  const { items } = recorded.responses;
  const bank = prepareBank(items, parameters, recorded.tags, DEFAULT_BOUNDS, null, flagged);
  const fold = recordedFold(own, abilities, { bank, calibration: part, seen });
  if (learned === null) return { pool, fold, ...none };
  if ('robust' in learned) {
    const robust = { prepared: learned.robust, parts: taggedParts(own) };
    return { pool, fold, ...none, robust };
  }
  const { graded: prepared } = learned;
  const toFold = commonScale(prepared.abilities, part.abilities);
  return { pool, fold, ...none, graded: { prepared, curves: gradedBank(prepared.items), toFold } };
}

/** Takes seconds to minutes where tests learn. */
function learnFrom({ calibration, learning }: PreparationInput): Learned | null {
  if (learning == null || calibration === null || 'kept' in calibration) return null;
  const { own, part } = calibration;
  const { strategy, items, cacheFolder = null, ...rest } = learning;
  const source = { own, part, lengths: [items], ...rest };
  return strategyOf(strategy).learning?.learn(source, cacheFolder) ?? null;
}

/**
 * @param solver of shadow tests, for rules that need them
 * @throws TOO_MANY_ITEMS; SESSION_INVALID, QUOTAS_IMPOSSIBLE, ITEM_UNKNOWN, NAME_UNKNOWN for rules that cannot work
 */
export function testOf(
  preparation: Preparation,
  plan: TestPlan,
  solver: ProgramSolver | null = null,
): LiveTest {
  const { pool } = preparation;
  requireItems(pool, plan.length);
  const planned = withGaps(
    exactAtEnd(strategyOf(plan.strategy).test(preparation, plan, solver), pool.weights),
  );
  const test =
    plan.person === true
      ? personLiveTest(planned, isDesigned(plan) ? null : preparation.fold)
      : planned;
  if (plan.pretest == null) return test;
  return withPretest(test, plan.pretest, {
    items: pool.weights.length,
    fold: preparation.fold,
    lag: plan.lag,
    seed: plan.seed,
  });
}

/** Whether its score comes from a random draw of items alone. */
function isDesigned({ strategy, draw }: TestPlan): boolean {
  return !strategyOf(strategy).isCalibrated || draw != null;
}
