import { FACETS, subsetsOf } from './effects.ts';
import type { Observations } from './observations.ts';

/** The groups of answers that share the levels of some facets, such as one per model and item. Groups without an answer do not exist. */
export interface Cells {
  /** Answers of each. */
  readonly count: Float64Array;
  /** Σ of their scores. */
  readonly sum: Float64Array;
  /** The cell of each cell of all facets. */
  readonly of: Int32Array;
  /** One cell of all facets in each. */
  readonly first: Int32Array;
}

/** A table by level is used if it has at most this number of entries per answer, else a map. */
const DENSE = 8;

/** Cells by number. */
interface Numbered {
  /** The cell of each answer. */
  readonly of: Int32Array;
  /** One answer of each cell. */
  readonly first: Int32Array;
}

/** The cells of a set of facets, numbered by their first answer. */
function numberCells(observations: Observations, set: number): Numbered {
  return numberLevels(observations, set, null);
}

/** The answers of each cell of a set of facets, in their order. */
export function answersByCell(
  observations: Observations,
  set: number,
): { readonly first: Int32Array; readonly answersOf: (cell: number) => Int32Array } {
  const { of, first } = numberCells(observations, set);
  const start = new Int32Array(first.length + 1);
  for (const cell of of) start[cell + 1]++;
  for (let k = 0; k < first.length; k++) start[k + 1] += start[k];
  const next = start.slice();
  const order = new Int32Array(of.length);
  for (let k = 0; k < of.length; k++) order[next[of[k]]++] = k;
  return { first, answersOf: (cell) => order.subarray(start[cell], start[cell + 1]) };
}

/**
 * The cells of every set of the facets `among`, by set, and Σ of squared scores of the cells of all. Scores are taken from `centre`, which keeps sums of squares exact.
 * @param among a set of facets; the others are ignored
 */
export function cellsOf(
  observations: Observations,
  among: number,
  centre: number,
): { readonly cells: ReadonlyMap<number, Cells>; readonly squares: Float64Array } {
  const { score } = observations;
  const { of, first } = numberCells(observations, among);
  const count = new Float64Array(first.length);
  const sum = new Float64Array(first.length);
  const squares = new Float64Array(first.length);
  for (let k = 0; k < score.length; k++) {
    const value = score[k] - centre;
    count[of[k]]++;
    sum[of[k]] += value;
    squares[of[k]] += value * value;
  }
  const itself = Int32Array.from(count.keys());
  const cells = new Map(
    subsetsOf(among).map((set): [number, Cells] => {
      if (set === among) return [set, { count, sum, of: itself, first: itself }];
      const own = numberLevels(observations, set, first);
      const counts = new Float64Array(own.first.length);
      const sums = new Float64Array(own.first.length);
      for (let k = 0; k < count.length; k++) {
        counts[own.of[k]] += count[k];
        sums[own.of[k]] += sum[k];
      }
      return [set, { count: counts, sum: sums, of: own.of, first: own.first }];
    }),
  );
  return { cells, squares };
}

/** Numbers the cells of the answers listed in `among`; of all answers if it is null. */
function numberLevels(
  { models, items, conditions, model, item, condition }: Observations,
  set: number,
  among: Int32Array | null,
): Numbered {
  const used = [
    { bit: FACETS.model, levels: models.length, level: model },
    { bit: FACETS.item, levels: items.length, level: item },
    { bit: FACETS.condition, levels: conditions.length, level: condition },
  ].filter(({ bit }) => (set & bit) !== 0);
  const codes = new Float64Array(among?.length ?? model.length);
  for (const { levels, level } of used)
    for (let k = 0; k < codes.length; k++)
      codes[k] = codes[k] * levels + level[among === null ? k : among[k]];
  return numberCodes(
    codes,
    used.reduce((product, { levels }) => product * levels, 1),
  );
}

/** Numbers codes below `most` by their first appearance. */
function numberCodes(codes: Float64Array, most: number): Numbered {
  const of = new Int32Array(codes.length);
  const first: number[] = [];
  if (most <= DENSE * codes.length) {
    const known = new Int32Array(most).fill(-1);
    for (let k = 0; k < codes.length; k++) {
      const code = codes[k];
      if (known[code] === -1) known[code] = first.push(k) - 1;
      of[k] = known[code];
    }
  } else {
    const known = new Map<number, number>();
    for (let k = 0; k < codes.length; k++) {
      let cell = known.get(codes[k]);
      if (cell === undefined) {
        cell = first.push(k) - 1;
        known.set(codes[k], cell);
      }
      of[k] = cell;
    }
  }
  return { of, first: Int32Array.from(first) };
}
