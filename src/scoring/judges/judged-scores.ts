/** Scores that judges gave to answers. */
export interface JudgedScores {
  /** Names of the judges, the columns. */
  readonly judges: readonly string[];
  /** By answer and judge, in rows; NaN where a judge gave none. */
  readonly scores: Float64Array;
  /** The model, the item (in units by `unitsOf`) and the mean of people's scores of each answer; NaN where there is none. */
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly people: Float64Array;
}

/** Of a name: a question of a case, or a repeat. */
const PART = / #\S+$/;

/**
 * The rows of each unit that is independent of the others. Answers to one item are one unit, and so are all items whose names differ only after a last ` #`, such
 * as `q1 #1` and `q1 #2`: questions of one case, or repeats.
 */
export function unitsOf(items: readonly string[]): number[][] {
  return rowsBy(items.map((item) => item.replace(PART, '')));
}

/** The units of the rows that have at least two grades: the others show no agreement. @param grades rows of `raters`; NaN where there is none */
export function comparedUnits(
  grades: ArrayLike<number>,
  raters: number,
  items: readonly string[],
): number[][] {
  const rows: number[] = [];
  for (let row = 0; row < items.length; row++) {
    let given = 0;
    for (let r = row * raters; r < (row + 1) * raters; r++) if (!Number.isNaN(grades[r])) given++;
    if (given > 1) rows.push(row);
  }
  return unitsOf(rows.map((row) => items[row])).map((own) => own.map((k) => rows[k]));
}

/** The rows of each name, in the order of its first row. */
export function rowsBy(names: readonly string[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const [row, name] of names.entries()) {
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return [...groups.values()];
}

/** The pairs of two columns where both are known: of answers at some rows, all by default. */
export function pairsOf(
  x: (answer: number) => number,
  y: (answer: number) => number,
  rows: Iterable<number>,
): { readonly x: number[]; readonly y: number[]; readonly rows: number[] } {
  const pairs = { x: [] as number[], y: [] as number[], rows: [] as number[] };
  for (const row of rows) {
    const [a, b] = [x(row), y(row)];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    pairs.x.push(a);
    pairs.y.push(b);
    pairs.rows.push(row);
  }
  return pairs;
}
