/** Scores that judges gave to answers. */
export interface JudgedScores {
  /** Names of the judges, the columns. */
  readonly judges: readonly string[];
  /** By answer and judge, in rows; NaN where a judge gave none. */
  readonly scores: Float64Array;
  /** The model, the item and the mean of people's scores of each answer; NaN where there is none. */
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly people: Float64Array;
}

/** The pairs of two columns where both are known: of answers at some rows, all by default. */
export function pairsOf(
  x: (answer: number) => number,
  y: (answer: number) => number,
  rows: Iterable<number>,
): { readonly x: number[]; readonly y: number[] } {
  const pairs = { x: [] as number[], y: [] as number[] };
  for (const row of rows) {
    const [a, b] = [x(row), y(row)];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    pairs.x.push(a);
    pairs.y.push(b);
  }
  return pairs;
}
