import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';

/** A part of a diagnosis, or why it cannot be given, in words. */
export type Finding<T> =
  | { readonly value: T; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** Which item parameters the calibration estimated: M2 loses a degree of freedom with each. */
export interface EstimatedParameters {
  /** `each`: a slope per item; `common`: one slope of all items, or one standard deviation of ability (Rasch); `none`. */
  readonly slopes: 'each' | 'common' | 'none';
  readonly difficulties: boolean;
  /** Guessing: of each item, one of all items, or fixed. */
  readonly guessing: 'each' | 'common' | 'none';
  /** Upper asymptotes: of each item, or fixed. */
  readonly upper: 'each' | 'none';
}

/** The parts of a diagnosis in the order of their computation. */
export type DiagnosisStep = 'margins' | 'chance' | 'pairs' | 'dimensions' | 'information';

export interface BankDiagnosisOptions {
  readonly seed: string | number;
  /** Simulated sets of answers with which residuals and pairs are compared; below 19 no test at 5% is possible. 0: none. */
  readonly draws: number;
  /** Family of each examinee; default: each its own. Whole families are left out together. */
  readonly families?: readonly string[] | undefined;
  /** Of ability; default N(0, 1). */
  readonly prior?: NormalPrior | undefined;
  /** Default: slopes, difficulties, and guessing and upper asymptotes if any of them is not 0 or 1, of each item. */
  readonly estimated?: EstimatedParameters | undefined;
  /** Numbers of dimensions to compare, ascending; default 1, 2, 4. Empty: none. */
  readonly dimensions?: readonly number[] | undefined;
  /** The most products of two numbers that comparisons of pairs may take, all draws together; default 1e11, about two minutes. */
  readonly products?: number | undefined;
  /** Called with the finished share of a part, up to 1. */
  readonly onProgress?: ((step: DiagnosisStep, share: number) => void) | undefined;
}

/** Everything that answers and parameters say of a whole bank. Items are positions in the matrix. */
export interface BankDiagnosis {
  readonly examinees: number;
  readonly items: number;
  /** Answers in use. */
  readonly answers: number;
  /** Whether the curves reproduce all shares right and all pairs of answers: for at most 60 items, all answered by all. */
  readonly margins: Finding<MarginFit>;
  /** The same by simulation, for any bank. */
  readonly correlations: Finding<ResidualCorrelations>;
  /** Whether answers to pairs of items depend on more than ability. */
  readonly dependence: Finding<LocalDependence>;
  /** How many abilities predict the answers of examinees who were left out. */
  readonly dimensions: Finding<DimensionComparison>;
  readonly reliability: {
    /** Of the examinees' expected a posteriori abilities. */
    readonly empirical: Finding<number>;
    /** Of examinees drawn from the prior. */
    readonly marginal: Finding<number>;
  };
  readonly information: Finding<BankInformation>;
}

/** M2 of Maydeu-Olivares and Joe, with the root mean square error of approximation. */
export interface MarginFit {
  readonly m2: number;
  readonly df: number;
  /** Probability of a value this large if the model holds. */
  readonly p: number;
  readonly rmsea: number;
  /** 90% interval. */
  readonly rmseaInterval: readonly [low: number, high: number];
  /** Independent parameters that were estimated. */
  readonly parameters: number;
}

/** A statistic of the recorded answers beside its values in answers that were simulated from the parameters. */
export interface Simulated {
  readonly observed: number;
  /** 5%, 50% and 95% points of the simulated values; null without draws. */
  readonly simulated: readonly [low: number, middle: number, high: number] | null;
  /** (1 + simulated values at least as large) / (1 + draws): never 0; null without draws. */
  readonly p: number | null;
}

/** Two items and how far their answers go together beyond the model. */
export interface ItemPair {
  /** Positions, ascending. */
  readonly items: readonly [number, number];
  /** The residual correlation; of Q3 as Yen defines it, its mean not yet taken away. */
  readonly value: number;
}

/** What pairs of items were compared. */
export interface ComparedPairs {
  /** Items with at least 5 right and 5 wrong answers. */
  readonly items: number;
  /** Pairs of these. */
  readonly possible: number;
  /** Pairs compared: a random sample if it is fewer than `possible`, or pairs with enough common answers. */
  readonly compared: number;
  /** Pairs were drawn at random, so that the comparison ends in time. */
  readonly isSample: boolean;
  readonly draws: number;
}

/** Correlations of pairs of items minus those that the model implies at the prior. */
export interface ResidualCorrelations extends ComparedPairs {
  /** Root mean square: the standardised root mean square residual. */
  readonly srmsr: Simulated;
  /** The largest, by its distance from 0. */
  readonly largest: Simulated;
  readonly pair: ItemPair;
}

/** Yen's Q3: correlations of residuals at the expected a posteriori abilities. */
export interface LocalDependence extends ComparedPairs {
  /** Mean Q3: about −1/(items − 1) under the model, further below 0 on short tests. */
  readonly mean: number;
  /** The largest |Q3 − mean| over the pairs. */
  readonly largest: Simulated;
  /** Quantiles of |Q3 − mean| over the pairs. */
  readonly quantiles: readonly ({ readonly share: number } & Simulated)[];
  /** The point that the largest |Q3 − mean| of an independent bank exceeds with a probability of at most 5%; null below 19 draws. */
  readonly threshold: number | null;
  /** Number of pairs beyond the threshold; null without one. */
  readonly dependent: number | null;
  /** The pairs beyond the threshold, or without one the furthest: furthest first, at most 100. */
  readonly pairs: readonly ItemPair[];
}

/** Mean log-likelihoods of answers of examinees who were left out, by number of dimensions. */
export interface DimensionComparison {
  readonly folds: number;
  /** Examinees, their families, and items used: a random sample if the bank is larger. */
  readonly examinees: number;
  readonly families: number;
  readonly items: number;
  /** Answers predicted; as many were given. */
  readonly answers: number;
  readonly compared: readonly {
    readonly dimensions: number;
    /** Per answer: higher is better, 0 is certainty. */
    readonly logLikelihood: number;
    /** Over families. */
    readonly se: number;
    /** How much worse than the best, per answer, and its standard error over families. */
    readonly behind: number;
    readonly behindSe: number;
  }[];
  readonly best: number;
  /** The smallest number of dimensions that is behind the best by at most one standard error of the difference. */
  readonly enough: number;
}

/** The test of all items. */
export interface BankInformation {
  /** Abilities, from 4 standard deviations below the prior mean to 4 above. */
  readonly ability: readonly number[];
  readonly information: readonly number[];
  /** Standard error of measurement 1/√information; Infinity without information. */
  readonly standardError: readonly number[];
  /** Where the standard error is smallest. */
  readonly smallest: { readonly ability: number; readonly standardError: number };
}
