/** What grades are: names, an order, or numbers whose differences count. */
export const ALPHA_LEVELS = ['nominal', 'ordinal', 'interval'] as const;
export type AlphaLevel = (typeof ALPHA_LEVELS)[number];

/**
 * Krippendorff's α of any number of raters, with missing grades: 1 − D_o/D_e, with D_o the mean δ² of two grades of one unit (each pair of a unit
 * of m grades counts 1/(m − 1)) and D_e that of two grades of all units. δ² is 1 for different names, (c − k)² of numbers, and for an order
 * (Σ_{g=c…k} n_g − (n_c + n_k)/2)², which is the squared difference of mid-ranks. Units with fewer than two grades are left out. Null if
 * none is left, or if all grades are equal. Time O(n log n) in the grades.
 *
 * @param grades rows of `raters`; NaN where one is missing
 * @param rows the units that count, in any order, also several times; all by default
 * @see Krippendorff (2011), Computing Krippendorff's alpha-reliability; Hayes & Krippendorff (2007), Communication Methods and Measures
 *   1, 77–89
 */
export function krippendorffAlpha(
  grades: ArrayLike<number>,
  raters: number,
  level: AlphaLevel,
  rows?: ArrayLike<number>,
): number | null {
  const units = rows?.length ?? grades.length / raters;
  const all = new Float64Array(units * raters);
  const starts: number[] = [];
  let n = 0;
  for (let u = 0; u < units; u++) {
    const from = (rows === undefined ? u : rows[u]) * raters;
    const start = n;
    for (let r = from; r < from + raters; r++) if (!Number.isNaN(grades[r])) all[n++] = grades[r];
    if (n - start > 1) starts.push(start);
    else n = start;
  }
  const known = all.subarray(0, n);
  const counts = new Map<number, number>();
  for (const grade of known) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  if (counts.size < 2) return null;
  const isNominal = level === 'nominal';
  const places =
    level === 'nominal' ? known : level === 'ordinal' ? midRanks(known, counts) : fromMean(known);
  let found = 0;
  for (const [u, start] of starts.entries()) {
    const end = starts[u + 1] ?? n;
    let pairs = 0;
    for (let i = start + 1; i < end; i++)
      for (let j = start; j < i; j++)
        pairs += isNominal ? Number(places[i] !== places[j]) : (places[i] - places[j]) ** 2;
    found += pairs / (end - start - 1);
  }
  return 1 - ((n - 1) * found) / (isNominal ? differentPairs(counts) : squares(places, level));
}

/** Σ over pairs of all grades of their squared difference: n Σ v² − (Σ v)². */
function squares(places: Float64Array, level: AlphaLevel): number {
  let [sum, square] = [0, 0];
  // Sums of ranks are exact; others do not follow the order of units.
  for (const value of level === 'interval' ? places.toSorted() : places) {
    sum += value;
    square += value ** 2;
  }
  return places.length * square - sum ** 2;
}

function differentPairs(counts: ReadonlyMap<number, number>): number {
  let [pairs, before] = [0, 0];
  for (const count of counts.values()) {
    pairs += count * before;
    before += count;
  }
  return pairs;
}

function fromMean(known: Float64Array): Float64Array {
  const centre = known.toSorted().reduce((sum, grade) => sum + grade, 0) / known.length;
  return known.map((grade) => grade - centre);
}

/** From their mean. */
function midRanks(known: Float64Array, counts: ReadonlyMap<number, number>): Float64Array {
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [grade, count] of [...counts].sort(([a], [b]) => a - b)) {
    ranks.set(grade, before + (count - known.length) / 2);
    before += count;
  }
  return known.map((grade) => ranks.get(grade)!);
}
