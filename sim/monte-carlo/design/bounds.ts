/** The limits of a design. */
export const BOUNDS = {
  items: 100_000,
  examinees: 1_000_000,
  group: 10_000,
  replications: 100_000,
  cells: 1000,
  /** Combinations of the lists, before `only` selects some. */
  combinations: 1_000_000,
  listed: 50,
  cuts: 20,
  cost: 1_000_000_000,
  enemySets: 10_000,
  bins: 60,
  /** Answers of a re-calibration: examinees × items. */
  calibrationAnswers: 20_000_000,
} as const;

/** The default distributions of items. */
export const DRAWN = {
  a: { lognormal: { mean: 0, sd: 0.3 } },
  b: { normal: { mean: 0, sd: 1 } },
  c: 0,
  d: 1,
};
