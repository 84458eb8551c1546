/** Ratings of answers, as a sparse list: rating k is `scores[k]` (a category from 0), by a rater, of an aspect of an answer. */
export interface FacetRatings {
  readonly answers: Int32Array;
  readonly raters: Int32Array;
  readonly aspects: Int32Array;
  readonly scores: Int32Array;
  readonly counts: {
    readonly answers: number;
    readonly raters: number;
    readonly aspects: number;
    readonly categories: number;
  };
}

/** Which ratings share thresholds between categories: all, those of an aspect, or those of a rater. */
export const FACET_THRESHOLDS = ['common', 'aspect', 'rater'] as const;
export type FacetThresholds = (typeof FACET_THRESHOLDS)[number];

/**
 * What ratings of one answer have in common beside its quality: nothing; how good the answer is in the aspect (all raters see it); or the impression that a rater
 * has of the answer (it is in all aspects of this rater: halo).
 */
export const FACET_DEVIATIONS = ['none', 'aspect', 'rater'] as const;
export type FacetDeviations = (typeof FACET_DEVIATIONS)[number];

/** Standard deviations of normal priors around 0, in logits; Infinity for none. */
export interface FacetPriors {
  readonly severity: number;
  readonly aspect: number;
  readonly threshold: number;
  readonly mean: number;
  /** A Gamma(2, 0) prior of standard deviations, which keeps them off 0 (Chung et al. 2013, Psychometrika 78, 685–709). */
  readonly keepsSpread: boolean;
}

export const FACET_PRIORS: FacetPriors = {
  ...{ severity: 3, aspect: 3, threshold: 5, mean: 5 },
  keepsSpread: true,
};
export const NO_FACET_PRIORS: FacetPriors = {
  ...{ severity: Infinity, aspect: Infinity, threshold: Infinity, mean: Infinity },
  keepsSpread: false,
};

export interface FacetOptions {
  /** Default `common`. */
  readonly thresholds?: FacetThresholds | undefined;
  /** `auto` (default): `aspect` or `rater`, whichever makes the ratings likelier; `none` where every answer has one aspect. */
  readonly deviations?: FacetDeviations | 'auto' | undefined;
  /**
   * The group of each answer, from 0, such as its model: each has its own mean. Needed wherever raters did not get answers by chance; otherwise a rater who
   * got better answers would seem lenient. Default: one group.
   */
  readonly groups?: Int32Array | undefined;
  /** Answers that depend on each other, such as those to one item, from 0: errors allow for it. Default: each its own. */
  readonly clusters?: Int32Array | undefined;
  readonly priors?: FacetPriors | undefined;
  /** Coverage of intervals; default 0.9. */
  readonly level?: number | undefined;
  /** Newton steps; default 100. */
  readonly maxIterations?: number | undefined;
  /** Converged if a full step changes no parameter by more; default 1e-6. */
  readonly tolerance?: number | undefined;
  readonly onRound?: ((round: { iteration: number; logPosterior: number }) => void) | undefined;
}

/** An estimate with its standard error, and what a test of 0 finds, alone and after all tests of its kind (Holm 1979). */
export interface FacetTests {
  readonly values: Float64Array;
  readonly errors: Float64Array;
  readonly ps: Float64Array;
  readonly adjusted: Float64Array;
}

export interface FacetRaters {
  /** In logits: how much stricter than the mean rater; the sum is 0. */
  readonly severities: Float64Array;
  /** Robust standard errors, by clusters of answers; and those that hold if the model is true. */
  readonly errors: Float64Array;
  readonly modelErrors: Float64Array;
  /** In categories: how much higher this rater's mean score is than that of a rater of severity 0 for the same answers. */
  readonly effects: Float64Array;
  readonly effectErrors: Float64Array;
  readonly ratings: Int32Array;
  /** 1 where all ratings of this rater are in one category: then the prior determines the severity. */
  readonly usedOneCategory: Uint8Array;
  /** Raters with one number have answers in common, directly or through others. Between numbers severities compare only if the groups of answers are equally good. */
  readonly components: Int32Array;
  /** Mean squares of residuals over what the model expects, weighted by information (infit) or not (outfit); 1 is expected. */
  readonly infit: Float64Array;
  readonly outfit: Float64Array;
  /** Test that infit is 1: two-sided, after Holm. */
  readonly misfit: Float64Array;
  /** How much more (or less) than other raters' the scores of this rater follow the quality of answers: 0 is usual, −1 not at all. One scoring step from 0, so rough where it is large. */
  readonly sensitivity: FacetTests;
  /** Mean correlation of this rater's residuals between aspects of one answer: above 0 is halo beyond what the deviations explain. */
  readonly halo: FacetTests;
  /** By rater and aspect, in logits: how much stricter the rater is in this aspect than elsewhere. One scoring step from 0. */
  readonly bias: FacetTests;
  /** Share of the variance of severities that is no error; NaN with fewer than two raters. */
  readonly reliability: number;
  /** Test that all severities are equal (Wald, robust), with its degrees of freedom; NaN where it is not known. */
  readonly equal: {
    readonly f: number;
    readonly degrees: readonly [number, number];
    readonly p: number;
  };
}

/** Scores that raters of severity 0 would give, in categories (0 to categories − 1), with standard errors and intervals. */
export interface FairScores {
  readonly fair: Float64Array;
  readonly errors: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export interface FacetFit {
  readonly raters: FacetRaters;
  readonly aspects: { readonly difficulties: Float64Array; readonly errors: Float64Array };
  /** Thresholds of each set in rows of categories − 1; each row has the sum 0. */
  readonly thresholds: Float64Array;
  readonly thresholdErrors: Float64Array;
  readonly answers: FairScores & {
    /** Posterior means and standard deviations of quality in logits. */
    readonly qualities: Float64Array;
    readonly qualityErrors: Float64Array;
    readonly ratings: Int32Array;
  };
  /** Means of the fair scores of each group's answers; errors by clusters, with those of severities in them. NaN without answers. */
  readonly groups: FairScores & {
    readonly means: Float64Array;
    readonly counts: Int32Array;
    /** Covariances of the fair scores of groups, by rows: for differences. */
    readonly covariance: Float64Array;
  };
  /** Standard deviations of quality within a group, and of deviations. */
  readonly sd: number;
  readonly deviationSd: number;
  readonly deviations: FacetDeviations;
  readonly clusters: number;
  readonly logLikelihood: number;
  readonly freeParameters: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly quadrature: { readonly nodes: number; readonly step: number };
}
