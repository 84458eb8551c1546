/** The sums of each bin, one entry each. */
export const BIN_SUMS = {
  sessions: 0,
  error: 1,
  squaredError: 2,
  /** Of finite standard errors, and how many they are. */
  se: 3,
  seCount: 4,
  covered: 5,
  atBound: 6,
  count: 7,
} as const;

/** Sums and counts over the sessions of one group of examinees in one cell; no single session. JSON preserves them exactly. */
export interface GroupSums {
  /** bins × BIN_SUMS.count, bin by bin. */
  readonly bins: number[];
  /** Length of the test and how many had it, ascending. */
  readonly lengths: [length: number, sessions: number][];
  /** Why a test ended and how many did for that reason, in the order of the reasons. */
  readonly stops: [reason: string, sessions: number][];
  /** How the search for the control parameters of this replication went; null if the cell needs none. */
  readonly search: ExposureSearch | null;
  /** Position of an item and how many were asked it, ascending. */
  readonly exposures: [item: number, sessions: number][];
  /** Sums over sessions: information compared with that of the best test of the length, costs, and errors of the predicted score. */
  readonly efficiency: number;
  readonly cost: number;
  readonly scoreError: number;
  readonly absoluteScoreError: number;
  /** By cut: numbers of examinees wrongly classified above, and below. */
  readonly classes: readonly (readonly [falseAbove: number, falseBelow: number])[];
  /** How the order of the estimates agrees with the true one within this block; null if that is not defined. */
  readonly agreement: RankAgreement;
}

/** How a search for the control parameters of a rule of exposure ended. */
export interface ExposureSearch {
  /** Whether the greatest rate came within the tolerance. */
  readonly converged: boolean;
  readonly rounds: number;
  /** The greatest exposure rate of an item in the round whose parameters are used. */
  readonly greatest: number;
}

export interface RankAgreement {
  readonly kendall: number | null;
  readonly spearman: number | null;
  /** Share of the pairs of different ability that are ordered right; a tie counts half. */
  readonly pairs: number | null;
  /** For each k of the design the share of the estimated best k that are truly among them. */
  readonly top: readonly (number | null)[];
}

/** The kept result of a block: for each of its groups, the sums of every cell. */
export type BlockSums = readonly (readonly GroupSums[])[];
