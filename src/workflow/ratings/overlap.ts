/** How many answers raters have in common. */
export interface Overlap {
  readonly raters: readonly { readonly name: string; readonly answers: number }[];
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    readonly answers: number;
  }[];
  /** Answers by their number of raters. */
  readonly perAnswer: readonly { readonly raters: number; readonly answers: number }[];
  /** Whether all raters are linked by common answers, directly or through others. */
  readonly connected: boolean;
}

/** @param assignments one per rater and answer */
export function overlapOf(
  assignments: readonly { readonly rater: string; readonly answer: number }[],
  answers: number,
): Overlap {
  const of = new Map<string, Set<number>>();
  const counts = new Int32Array(answers);
  for (const { rater, answer } of assignments) {
    const own = of.get(rater) ?? new Set<number>();
    of.set(rater, own.add(answer));
    counts[answer]++;
  }
  const names = [...of.keys()].sort();
  const pairs = names.flatMap((first, k) =>
    names.slice(k + 1).map((second) => {
      let common = 0;
      for (const answer of of.get(first)!) if (of.get(second)!.has(answer)) common++;
      return { first, second, answers: common };
    }),
  );
  const byCount = new Map<number, number>();
  for (const raters of counts) byCount.set(raters, (byCount.get(raters) ?? 0) + 1);
  return {
    raters: names.map((name) => ({ name, answers: of.get(name)!.size })),
    pairs,
    perAnswer: [...byCount]
      .sort(([x], [y]) => x - y)
      .map(([raters, own]) => ({ raters, answers: own })),
    connected: isConnected(names, pairs),
  };
}

function isConnected(names: readonly string[], pairs: Overlap['pairs']): boolean {
  if (names.length === 0) return true;
  const reached = new Set([names[0]]);
  for (const name of reached)
    for (const { first, second, answers } of pairs) {
      if (answers === 0) continue;
      if (first === name) reached.add(second);
      if (second === name) reached.add(first);
    }
  return reached.size === names.length;
}
