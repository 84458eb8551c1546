/**
 * What a robust test knows of a bank: P(right) = c + (1 − c)σ(δ + a·θ + e), where θ are the K abilities of an examinee and
 * e is the sum of its effects of the groups the item belongs to (its tag, how hard it is, …). The coefficients (δ, a) of an
 * item have a posterior; abilities and effects have a normal prior.
 */
export interface ScoreModel {
  /** J. */
  readonly items: number;
  /** K. */
  readonly dimensions: number;
  /** J × (K + 1): δ, then a. */
  readonly coefficients: Float64Array;
  /** J × (K + 1)²: posterior covariances of these. */
  readonly covariances: Float64Array;
  /** One entry per item. */
  readonly guessing: Float64Array;
  /** One entry per item: the share right of guesses among its options; 0 where options are not known. None is known by default. */
  readonly chance?: Float64Array | undefined;
  /** The probability that curves rise to; 1 by default. */
  readonly ceiling?: number | undefined;
  /** K variances of the abilities in the population examinees come from. */
  readonly abilityVariances: Float64Array;
  /** Ways to group the items: the group of each item, from 0, and the prior variance of an effect of such a group. */
  readonly groupings: readonly Grouping[];
}

export interface Grouping {
  readonly name: string;
  /** Number of groups. */
  readonly count: number;
  /** J. */
  readonly of: Uint16Array;
  readonly variance: number;
}

/** Number of coordinates of an examinee: abilities, then the effects, grouping by grouping. */
export function coordinates({ dimensions, groupings }: ScoreModel): number {
  return groupings.reduce((sum, { count }) => sum + count, dimensions);
}
