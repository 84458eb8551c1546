import type { BudgetUse, Measures, SynthesisFit } from 'thetarank/study';
import type { CallTotals } from '../ask/trial-totals.ts';
import type { PRIMARY, TrialComparison } from './trial-comparison.ts';
import type { MeasuredCalibration, PoolMeasures } from './trial-measures.ts';

/** A calibration from a pool's answers, with their calls, tokens and cost. */
export interface PoolCalibrationResult extends CallTotals {
  readonly calibration: string;
  readonly measures: Measures;
  readonly converged: boolean;
}

export interface PoolResult {
  readonly pool: string;
  readonly run: number;
  readonly models: readonly string[];
  readonly samples: number;
  readonly calibrations: readonly PoolCalibrationResult[];
  /** Of the synthesized participants. */
  readonly participants: number;
  readonly designEffect: number;
  readonly effectiveParticipants: number;
  readonly dependence: SynthesisFit['dependence'];
  readonly modeEffect: SynthesisFit['modeEffect'];
  /** The spread of the pool's models, and whether it is too small to be a unit. */
  readonly scale: SynthesisFit['scale'];
}

/** Progress of a part. */
export interface PartState {
  /** Null for the held-out models. */
  readonly pool: string | null;
  readonly run: number;
  readonly calls: { readonly kept: number; readonly missing: number };
}

/** The result of `research trial`. */
export interface TrialResult {
  /** Of this form of result. */
  readonly version: 'trial-1';
  /** SHA-256 of the protocol. */
  readonly protocol: string;
  readonly bank: string;
  readonly items: number;
  readonly database: string;
  readonly parts: readonly PartState[];
  /** Calls of this session: answered, and without an answer after all retries. */
  readonly asked: number;
  readonly failed: number;
  /** Dollars of all runs, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
  readonly budgets: readonly BudgetUse[];
  readonly warnings: readonly string[];
  /** Null while answers are missing. */
  readonly outcome: TrialOutcome | null;
}

/** The outcome of a trial. */
export interface TrialOutcome {
  /** Number of items with missing answers, left out everywhere. */
  readonly itemsLeftOut: number;
  readonly heldOut: CallTotals & { readonly run: number; readonly models: readonly string[] };
  readonly pools: readonly PoolResult[];
  /** Calibrations that are the same for every pool: recorded answers, then random items. */
  readonly common: readonly MeasuredCalibration[];
  readonly comparisons: readonly TrialComparison[];
  /** The primary comparison. */
  readonly primary: typeof PRIMARY;
}

/** Figures of the synthesized participants of a pool, from its measures. */
export function fitResult({ fit }: PoolMeasures) {
  const { designEffects, modeEffect, dependence, scale } = fit;
  const { participants, designEffect, effectiveParticipants } = designEffects;
  return { participants, designEffect, effectiveParticipants, dependence, modeEffect, scale };
}
