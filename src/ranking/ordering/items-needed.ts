/** A point of a run: items over all models so far, and pairs decided. */
export interface CurvePoint {
  readonly spent: number;
  readonly decided: number;
}

/** Items that a run needs to decide this number of pairs, interpolated linearly between rounds; null if it never does. */
export function itemsNeeded(curve: readonly CurvePoint[], decided: number): number | null {
  const at = curve.findIndex((point) => point.decided >= decided);
  if (at < 0) return null;
  const { spent, decided: reached } = curve[at];
  if (at === 0 || reached === decided) return spent;
  const before = curve[at - 1];
  const share = (decided - before.decided) / (reached - before.decided);
  return before.spent + share * (spent - before.spent);
}

/** Items of two runs until each had decided the same number of pairs. */
export interface RunComparison {
  /** The smaller of the two numbers of pairs decided at the end. */
  readonly decided: number;
  readonly own: number;
  readonly other: number;
  /** 1 − own / other. */
  readonly saving: number;
}

/**
 * Compares two runs that were looked at after the same numbers of items, and that end after the same number or with every pair
 * decided. The comparison is symmetric: asking one run for the number of pairs that the other decided at its end would count
 * luck at that end as a saving.
 */
export function compareRuns(
  run: readonly CurvePoint[],
  against: readonly CurvePoint[],
): RunComparison {
  const decided = Math.min(run[run.length - 1].decided, against[against.length - 1].decided);
  const own = itemsNeeded(run, decided)!;
  const other = itemsNeeded(against, decided)!;
  return { decided, own, other, saving: 1 - own / other };
}
