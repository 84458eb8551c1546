import type { TagCodes } from '../../src/cat/bank.ts';
import type { SelectRule } from '../../src/cat/select/selector.ts';
import type { EstimatorName, NormalPrior } from '../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import type { Target } from './target.ts';

/** The source of true abilities. */
export type Abilities =
  /** Drawn again in each replication. */
  | { readonly kind: 'normal'; readonly normal: NormalPrior }
  /** Abilities of models: in each replication all of them, or this number drawn without replacement. */
  | { readonly kind: 'models'; readonly list: readonly number[] };

/** Tests of simulated examinees who answer by a calibration, with everything that determines the replications. */
export interface SimulatedStudy {
  readonly kind: 'simulated';
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly ids: readonly string[];
  /** The parameters that examinees answer by. */
  readonly items: ItemParameters;
  readonly tags: Readonly<Record<string, TagCodes>>;
  /** One entry per item: 1 if selection leaves it out while others are left; null if there is none. */
  readonly flagged?: Uint8Array | null | undefined;
  /** Weight of each item in the score on the whole bank, adding up to 1. */
  readonly weights: Float64Array;
  readonly abilities: Abilities;
  /** Ranked against each other in one replication. */
  readonly examinees: number;
  readonly estimator: EstimatorName;
  readonly select: SelectRule;
  /** Re-estimate the test's parameters from this number of simulated examinees in each replication; null for the true ones. */
  readonly calibratedOn: number | null;
}

/** Tests of recorded models as if they were new. */
export interface RecordedStudy {
  readonly kind: 'recorded';
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly bank: RecordedBank;
  /** One entry per model; null to read them off the names. */
  readonly families: readonly string[] | null;
  readonly folds: number;
  /** A name of sim/post-hoc/strategies.ts. */
  readonly strategy: string;
}

export type LengthStudy = SimulatedStudy | RecordedStudy;

/** The result of one replication at some lengths. */
export interface ReplicationValues {
  /** One entry per length, with one value per target, in the units of a Goal. */
  readonly values: readonly (readonly number[])[];
  /** Sessions in it, and items asked in them. */
  readonly sessions: number;
  readonly items: number;
  /** Of recorded models, one entry per length: predicted scores, and whether their intervals held; else null. */
  readonly models: readonly ModelOutcomes[] | null;
}

/** One entry per model, in the order of the bank. */
export interface ModelOutcomes {
  readonly scores: readonly number[];
  readonly held: readonly boolean[];
}

/** Measures a replication, from 1, at ascending lengths. It depends on the study and its number alone. */
export type Replicate = (replication: number, lengths: readonly number[]) => ReplicationValues;
