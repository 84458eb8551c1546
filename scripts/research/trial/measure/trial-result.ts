import type { BudgetUse, Measures, SynthesisFit } from '../../../../src/study.ts';
import type { CallTotals } from '../ask/trial-totals.ts';
import type { PRIMARY, TrialComparison } from './trial-comparison.ts';
import type { MeasuredCalibration, PoolMeasures } from './trial-measures.ts';

/** A calibration from a pool's answers, and what these took. */
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
  /** How far the models of the pool lie apart, and whether that is too little to be a unit. */
  readonly scale: SynthesisFit['scale'];
}

/** How far a part is. */
export interface PartState {
  /** Null for the held-out models. */
  readonly pool: string | null;
  readonly run: number;
  readonly calls: { readonly kept: number; readonly missing: number };
}

/** What `research trial` gives. */
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

/** What a trial came to. */
export interface TrialOutcome {
  /** Items that lack an answer and are left out everywhere. */
  readonly itemsLeftOut: number;
  readonly heldOut: CallTotals & { readonly run: number; readonly models: readonly string[] };
  readonly pools: readonly PoolResult[];
  /** The same beside every pool: recorded answers, then random items. */
  readonly common: readonly MeasuredCalibration[];
  readonly comparisons: readonly TrialComparison[];
  /** Which of them was to decide. */
  readonly primary: typeof PRIMARY;
}

/** What the synthesized participants of a pool are, from its measures. */
export function fitResult({ fit }: PoolMeasures) {
  const { designEffects, modeEffect, dependence, scale } = fit;
  const { participants, designEffect, effectiveParticipants } = designEffects;
  return { participants, designEffect, effectiveParticipants, dependence, modeEffect, scale };
}
