import type { ProgramSolver } from '../../cat/assemble/program.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../cat/bank.ts';
import type { SessionConfiguration } from '../../cat/configuration.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { FoldCalibration } from '../fold-bank.ts';
import { type TaggedParts, taggedParts } from '../further-scores.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import { keptRobustFold } from '../robust/kept-robust-fold.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { adaptiveLiveTest } from './adaptive-live-test.ts';
import { exactAtEnd } from './exact-at-end.ts';
import { balancedQuotas, type ItemPool, itemPool, requireItems } from './item-pool.ts';
import type { LiveCalibration } from './live-calibration.ts';
import { keptFold, type LiveFold, recordedFold } from './live-fold.ts';
import type { CalibratedTest, LiveTest } from './live-test.ts';
import { randomLiveTest } from './random-live-test.ts';
import { robustLiveTest } from './robust-live-test.ts';

/** What tests are prepared from: data alone, so that a thread can be given it. */
export interface PreparationInput {
  readonly recorded: RecordedBank;
  /** One entry per item, 1 if it can be asked; null if all can. */
  readonly askable: Uint8Array | null;
  /** Null for tests that need none. */
  readonly calibration: KeptSource | RecordedSource | null;
  /** What robust tests need in addition. */
  readonly robust: RobustInput | null;
}

interface KeptSource {
  readonly kept: LiveCalibration;
}

export interface RecordedSource {
  /** The recorded models that are not left out, and their abilities by the calibration from all of them. */
  readonly own: RecordedBank;
  readonly abilities: Float64Array;
  /** The calibration that the tests stand on, and the rows of those it was made of. */
  readonly part: {
    readonly parameters: ItemParameters;
    readonly abilities: Float64Array;
    readonly seen: readonly number[];
    /** Items that adaptive choice leaves out, one entry per item; null if it may take all. */
    readonly flagged: Uint8Array | null;
  };
}

export interface RobustInput {
  /** Of all of the recorded models that are not left out. */
  readonly families: readonly string[];
  readonly items: number;
  readonly seed: string;
  /** Where what is learned is kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
}

/** What the tests of one calibration share. */
export interface Preparation {
  readonly pool: ItemPool;
  /** Null for tests that need no calibration. */
  readonly fold: LiveFold | null;
  readonly robust: RobustPreparation | null;
}

/** What robust tests of one calibration share in addition to it. */
export interface RobustPreparation {
  readonly prepared: RobustBank;
  readonly parts: TaggedParts;
}

/** One test of a preparation: data alone. */
export interface TestPlan {
  readonly strategy: 'robust' | 'paper' | 'balanced' | 'random' | 'adaptive';
  readonly examinee: string;
  readonly length: number;
  readonly lag: number;
  readonly seed: string;
  /** Of `adaptive`. */
  readonly rules: Partial<SessionConfiguration> | null;
}

/** A calibration without some of the recorded models as tests are prepared from it. */
export function recordedPart({
  calibration,
  flagged,
  seen,
}: FoldCalibration): RecordedSource['part'] {
  const { parameters, abilities } = calibration;
  return { parameters, abilities, seen, flagged };
}

/** Takes some 50 ms. @param choices what robust tests learn; by default that is done here */
export function prepare(input: PreparationInput, choices = prepareChoices(input)): Preparation {
  const { recorded, askable, calibration } = input;
  const pool = itemPool(recorded, askable === null ? null : (j) => askable[j] === 1);
  if (calibration === null) return { pool, fold: null, robust: null };
  if ('kept' in calibration) return { pool, fold: keptFold(pool, calibration.kept), robust: null };
  const { own, abilities, part } = calibration;
  const { parameters, seen, flagged } = part;
  const { items } = recorded.responses;
  const bank = prepareBank(items, parameters, recorded.tags, DEFAULT_BOUNDS, null, flagged);
  const fold = recordedFold(own, abilities, { bank, calibration: part, seen });
  const robust = choices === null ? null : { prepared: choices, parts: taggedParts(own) };
  return { pool, fold, robust };
}

/** What robust tests learn on the families of their calibration, which takes seconds to minutes; null for other tests. */
function prepareChoices({ calibration, robust }: PreparationInput): RobustBank | null {
  if (robust === null || calibration === null || 'kept' in calibration) return null;
  const { own, part } = calibration;
  const { families, items, seed, cacheFolder } = robust;
  const source = { own, part, families, lengths: [items], seed };
  return keptRobustFold(source, cacheFolder);
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
  return exactAtEnd(plannedTest(preparation, plan, solver), pool.weights);
}

function plannedTest(
  preparation: Preparation,
  plan: TestPlan,
  solver: ProgramSolver | null,
): LiveTest {
  const { pool } = preparation;
  return plan.strategy === 'random'
    ? randomLiveTest(plan.examinee, pool, plan.length, plan.seed)
    : calibratedTest(preparation, plan, solver);
}

/** The same, before it is exact at its end, of a strategy on calibrated items; of a preparation that has them. */
export function calibratedTest(
  { pool, fold, robust }: Preparation,
  { strategy, examinee, length, lag, seed, rules }: TestPlan,
  solver: ProgramSolver | null = null,
): CalibratedTest {
  const live = { ...pool, ...fold! };
  if (strategy === 'robust')
    return robustLiveTest(examinee, { ...live, ...robust! }, length, lag, seed);
  const quotas = strategy === 'balanced' ? balancedQuotas(pool, length) : [];
  const { exclude = [], ...own } = rules ?? {};
  return adaptiveLiveTest(
    examinee,
    exclude.length === 0 ? live : { ...live, exclude: [...pool.exclude, ...exclude] },
    { quotas, ...own, length, lag },
    seed,
    solver,
  );
}
