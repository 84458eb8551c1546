/** A point of a run: items spent over all models, and pairs decided by then. */
export interface CurvePoint {
  readonly spent: number;
  readonly decided: number;
}

/**
 * Items that a run needs until this number of pairs is decided: where its curve first reaches them, on a straight line between rounds;
 * null if it never does.
 */
export function itemsNeeded(curve: readonly CurvePoint[], decided: number): number | null {
  const at = curve.findIndex((point) => point.decided >= decided);
  if (at < 0) return null;
  const { spent, decided: reached } = curve[at];
  if (at === 0 || reached === decided) return spent;
  const before = curve[at - 1];
  const share = (decided - before.decided) / (reached - before.decided);
  return before.spent + share * (spent - before.spent);
}

/** What two runs took until both had decided as many pairs. */
export interface RunComparison {
  /** The lesser of what the two had decided at their ends. */
  readonly decided: number;
  readonly own: number;
  readonly other: number;
  /** 1 − own / other. */
  readonly saving: number;
}

/**
 * Compares a run with another one, both looked at after as many items and ending after as many, or with every pair decided.
 * They are treated alike: had the pairs decided at the end of one of them been asked of the other, luck at that end would
 * count for a saving.
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
