import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { Correction } from '../diagnose/dif/find-dif.ts';
import type { CalibrationOptions, ParameterErrors } from '../fit/calibrate.ts';
import type { CalibrationEngine } from '../fit/marginal/engine/calibration-engine.ts';
import type { LinkErrors } from '../link/link-scales.ts';

/**
 * `fixed`: parameters of stable items are held, the new examinees' distribution of ability is estimated on them, and only drifted
 * and new items are estimated. `link`: everything is calibrated again, drifted items once from the old and once from the new answers, and the
 * result is brought to the old scale by Stocking and Lord's constants over the stable items. `auto`: `link` if the old answers are there and
 * new examinees answered enough of the bank, else `fixed`.
 */
export const REFRESH_METHODS = ['auto', 'fixed', 'link'] as const;
export type RefreshMethod = (typeof REFRESH_METHODS)[number];

/** Why a refresh moves nothing. */
export type Refusal = 'no-new-answers' | 'few-new-examinees' | 'few-anchors' | 'scale-undetermined';

/** All answers to a bank, with its calibration, of which some examinees are newer. */
export interface RefreshRequest {
  /**
   * Old and new examinees; NaN where an item was not asked. Rows of adaptive tests are as good as full ones, but must hold all answers
   * that the selection used. Old rows may be missing: then only the old standard errors say how exact the old parameters are.
   */
  readonly matrix: ResponseMatrix;
  /** 1 for examinees that the old calibration did not use, one entry per row. */
  readonly isNew: Uint8Array;
  /** Family of each examinee: members answer alike, which tests allow for. Null if all are independent. */
  readonly families: readonly string[] | null;
  /** The old calibration. Items by their names in the matrix; items of the matrix that it does not have are new (pretest) items. */
  readonly old: {
    readonly items: readonly string[];
    readonly parameters: ItemParameters;
    /** NaN if not known. */
    readonly standardErrors: ParameterErrors;
  };
  /** How the old calibration was fitted: the refresh fits in the same way. Groups and option counts are by column of the matrix. */
  readonly fit: Pick<
    CalibrationOptions,
    'mode' | 'rung' | 'guessing' | 'slopes' | 'optionCounts' | 'itemGroups'
  >;
  /** Default `auto`. */
  readonly method?: RefreshMethod;
  /** Weight of each column in the predicted score, adding up to 1; default: equal weights of the items of the old calibration. */
  readonly weights?: Float64Array;
  /** Items below this adjusted p have drifted; default 0.05. */
  readonly alpha?: number;
  /** For many items; default Benjamini-Hochberg. */
  readonly correction?: Correction;
  readonly engine: CalibrationEngine;
  /** Called with the step at work and its finished share, from 0 to 1. */
  readonly onProgress?: (step: RefreshStep, share: number) => void;
}

/** In this order; `fit` is the new calibration, `compare` the models on both. */
export const REFRESH_STEPS = ['anchors', 'drift', 'fit', 'compare'] as const;
export type RefreshStep = (typeof REFRESH_STEPS)[number];

/** A refreshed calibration, which nobody has accepted yet, on the scale of the old one. */
export interface RefreshResult {
  /** The method used, never `auto`. */
  readonly method: Exclude<RefreshMethod, 'auto'>;
  /** Why nothing moves; null if the refresh can be accepted. All parameters are then the old ones, and new items have none. */
  readonly refusal: Refusal | null;
  /** Columns of the matrix that have parameters now, in the order of the matrix: `items`, `parameters` and `standardErrors` go together. */
  readonly items: readonly string[];
  readonly parameters: ItemParameters;
  readonly standardErrors: ParameterErrors;
  /** What to do to an ability of the free calibration to come to the old scale; 1 and 0, without errors, for `fixed`. */
  readonly link: {
    readonly slope: number;
    readonly intercept: number;
    readonly errors: LinkErrors | null;
  };
  /** Mean and standard deviation of ability on the old scale, by the anchors; null without such examinees or anchors. */
  readonly abilities: {
    readonly old: AbilitySpread | null;
    readonly new: AbilitySpread | null;
  };
  readonly anchors: number;
  /** How often anchors were chosen again; false if they still changed at the end. */
  readonly purification: { readonly rounds: number; readonly settled: boolean };
  /** How many times larger squared residuals of families are than of independent examinees; 1 without families. */
  readonly designEffect: number;
  /** One entry per column of the matrix. */
  readonly changes: readonly ItemChange[];
  /** One entry per examinee, in the order of the matrix. */
  readonly models: readonly ModelChange[];
  readonly ranking: RankingChange;
  readonly retirements: readonly Retirement[];
  /** Items that all new examinees answer alike and that old ones did not. */
  readonly uniform: readonly UniformItem[];
  readonly warnings: readonly RefreshWarning[];
}

export interface AbilitySpread {
  readonly mean: number;
  readonly sd: number;
  readonly examinees: number;
  /** Standard error of the mean as that of these examinees: of their abilities, and of the scale with drift that was not found; not of sampling examinees. */
  readonly error: number;
}

/** a, b, c and d of one item, with standard errors; null where they are not known. */
export interface Curve {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly errors: {
    readonly a: number | null;
    readonly b: number | null;
    readonly c: number | null;
  };
}

/** What happened to an item: `held` keeps its old parameters, `pooled` has new ones from all answers, `redone` from new answers alone, `added` had none before. */
export type ItemFate = 'held' | 'pooled' | 'redone' | 'added' | 'none';

export interface ItemChange {
  readonly item: string;
  readonly fate: ItemFate;
  /** Null for new items. */
  readonly old: Curve | null;
  /** Null if the item has no parameters: a new item with too few answers. */
  readonly new: Curve | null;
  /** From new examinees alone, given their other answers; null if these do not determine it. */
  readonly fromNew: Curve | null;
  readonly answers: { readonly old: number; readonly new: number };
  /** Whether new examinees follow the old curve; null where it cannot be tested. */
  readonly drift: ItemDrift | null;
  readonly isAnchor: boolean;
  readonly hasDrifted: boolean;
}

export interface ItemDrift {
  /** How much harder the item is for new examinees, in units of ability, at one discrimination; with the error of the old curve too. */
  readonly shift: number | null;
  readonly se: number | null;
  /** Robust z of the difficulty and the slope from new examinees against the old ones (Huynh & Meyer 2010); null if not known. */
  readonly robustZ: { readonly difficulty: number | null; readonly slope: number | null };
  /** Likelihood-ratio chi-squares: of the shift (1 df), of the slope (1 df; null in the model 1pl). Divided by the design effect. */
  readonly chiSquare: { readonly shift: number; readonly slope: number | null };
  /** The tails of these, and adjusted for all tests of all items. */
  readonly p: { readonly shift: number; readonly slope: number | null };
  readonly adjusted: { readonly shift: number; readonly slope: number | null };
}

export interface ModelChange {
  readonly examinee: string;
  readonly isNew: boolean;
  readonly answers: number;
  /** Ability and predicted score (0 to 1) by its answers, on the old and on the new parameters. */
  readonly old: ModelScore;
  readonly new: ModelScore;
}

export interface ModelScore {
  readonly ability: number;
  readonly abilityError: number;
  readonly score: number;
  /** Of the recorded score on the whole bank: 0 if all of it was answered. */
  readonly scoreError: number;
  /** Of the expected score, with the chance in the answers: what differences between models are compared with. */
  readonly expectedError: number;
}

/** Of all examinees by their predicted scores. */
export interface RankingChange {
  /** Kendall's τ-b of old and new; null if it is not defined. */
  readonly tau: number | null;
  readonly pairs: number;
  /** Pairs in another order than before. */
  readonly swapped: number;
  /** Of these, pairs whose old and whose new difference both exceed 1.96 standard errors of expected scores. */
  readonly clear: number;
  /** The largest swaps: at most 100, by the smaller of both |z|. `above` was below before. */
  readonly swaps: readonly {
    readonly above: string;
    readonly below: string;
    readonly zBefore: number;
    readonly zAfter: number;
  }[];
}

/** An item to take out of the bank, for people to decide. */
export interface Retirement {
  readonly item: string;
  readonly reasons: readonly RetirementReason[];
}
/** Those with `new` are by the answers of new examinees alone, the others by the new parameters or by all answers. */
export type RetirementReason =
  | 'negative-discrimination'
  | 'negative-for-new'
  | 'no-discrimination-for-new'
  | 'drift-and-misfit'
  | 'none-right-since-new'
  | 'right-for-all'
  | 'wrong-for-all';

/**
 * An item that tells new examinees no longer apart: all have it right (saturated), or none. It is no fault of the item, and it still tells
 * examinees like the old ones apart.
 */
export interface UniformItem {
  readonly item: string;
  readonly isRight: boolean;
  readonly newAnswers: number;
  /** Share right of the old examinees; null without their answers. */
  readonly oldShare: number | null;
  readonly hasDrifted: boolean;
}

export type RefreshWarning =
  | { readonly kind: 'few-new-examinees'; readonly found: number; readonly needed: number }
  | { readonly kind: 'few-anchors'; readonly found: number; readonly of: number }
  | { readonly kind: 'many-drifted'; readonly found: number; readonly of: number }
  /** Everything was calibrated again although many examinees answered less than a share of the items. */
  | {
      readonly kind: 'sparse-link';
      readonly found: number;
      readonly of: number;
      readonly share: number;
    }
  | { readonly kind: 'not-settled' }
  | { readonly kind: 'not-converged' }
  | { readonly kind: 'no-old-answers' }
  | { readonly kind: 'few-answers'; readonly items: readonly string[]; readonly needed: number }
  | { readonly kind: 'extrapolated'; readonly examinees: readonly string[] };
