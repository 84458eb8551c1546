import type { ProgramSolver } from '../../cat/assemble/program.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../cat/bank.ts';
import type { SessionConfiguration } from '../../cat/configuration.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { taggedParts } from '../../ranking/further-scores.ts';
import { adaptiveLiveTest } from '../../ranking/live/adaptive-live-test.ts';
import { exactAtEnd } from '../../ranking/live/exact-at-end.ts';
import type { LiveCalibration } from '../../ranking/live/live-calibration.ts';
import { keptFold, type LiveFold, recordedFold } from '../../ranking/live/live-fold.ts';
import {
  balancedQuotas,
  type LiveGround,
  liveGround,
  requireItems,
} from '../../ranking/live/live-ground.ts';
import type { LiveTest } from '../../ranking/live/live-test.ts';
import { randomLiveTest } from '../../ranking/live/random-live-test.ts';
import { type RobustLiveBank, robustLiveTest } from '../../ranking/live/robust-live-test.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { robustFold } from '../../ranking/robust/robust-fold.ts';

/** What tests are prepared from: data alone, so that a thread can be given it. */
export interface PreparationInput {
  readonly recorded: RecordedBank;
  /** One entry an item, 1 where it can be asked; null where all can. */
  readonly askable: Uint8Array | null;
  /** Null for tests that need none. */
  readonly calibration: KeptSource | RecordedSource | null;
  /** What robust tests need beside that. */
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
    /** Items that adaptive choice leaves out, one entry an item; null where it may take all. */
    readonly flagged: Uint8Array | null;
  };
}

export interface RobustInput {
  /** Of all of the recorded models that are not left out. */
  readonly families: readonly string[];
  readonly items: number;
  readonly seed: string;
}

/** What the tests of one calibration share. */
export interface Preparation {
  readonly ground: LiveGround;
  readonly fold: LiveFold | null;
  readonly robust: RobustLiveBank | null;
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

/** Takes seconds to minutes for robust tests, some 50 ms for others. */
export function prepare(input: PreparationInput): Preparation {
  const { recorded, askable, calibration, robust } = input;
  const ground = liveGround(recorded, askable === null ? null : (j) => askable[j] === 1);
  if (calibration === null) return { ground, fold: null, robust: null };
  if ('kept' in calibration)
    return { ground, fold: keptFold(ground, calibration.kept), robust: null };
  const { own, abilities, part } = calibration;
  const { parameters, seen, flagged } = part;
  const { items } = recorded.responses;
  const bank = prepareBank(items, parameters, recorded.tags, DEFAULT_BOUNDS, null, flagged);
  const fold = recordedFold(own, abilities, { bank, calibration: part, seen });
  if (robust === null) return { ground, fold, robust: null };
  const { families, items: length, seed } = robust;
  const prepared = robustFold(own, { seen, bank, calibration: part }, families, [length], seed);
  return { ground, fold, robust: { ...ground, ...fold, prepared, parts: taggedParts(own) } };
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
  const { ground } = preparation;
  requireItems(ground, plan.length);
  return exactAtEnd(plannedTest(preparation, plan, solver), ground.weights);
}

function plannedTest(
  { ground, fold, robust }: Preparation,
  { strategy, examinee, length, lag, seed, rules }: TestPlan,
  solver: ProgramSolver | null,
): LiveTest {
  if (strategy === 'random') return randomLiveTest(examinee, ground, length, seed);
  if (strategy === 'robust') return robustLiveTest(examinee, robust!, length, lag, seed);
  const quotas = strategy === 'balanced' ? balancedQuotas(ground, length) : [];
  const { exclude = [], ...own } = rules ?? {};
  const live = { ...ground, ...fold! };
  return adaptiveLiveTest(
    examinee,
    exclude.length === 0 ? live : { ...live, exclude: [...ground.exclude, ...exclude] },
    { quotas, ...own, length, lag },
    seed,
    solver,
  );
}
