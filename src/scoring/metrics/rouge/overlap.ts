/** What two texts have in common, as shares in [0, 1]. */
export interface Overlap {
  /** Share of the answer that is in the reference. */
  readonly precision: number;
  /** Share of the reference that is in the answer. */
  readonly recall: number;
  /** 2PR/(P + R), 0 if both are 0. */
  readonly f1: number;
}

/** The overlap of `common` units of an answer of `given` and a reference of `wanted` units. Nothing of nothing is 0, as in rouge-score. */
export function overlapOf(common: number, given: number, wanted: number): Overlap {
  const precision = given > 0 ? common / given : 0;
  const recall = wanted > 0 ? common / wanted : 0;
  // P and R as counts: 2c/(g + w) has one rounding less.
  return { precision, recall, f1: common > 0 ? (2 * common) / (given + wanted) : 0 };
}
