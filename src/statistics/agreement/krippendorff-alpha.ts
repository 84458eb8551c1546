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
  const known: number[][] = [];
  for (let u = 0; u < units; u++) {
    const from = (rows === undefined ? u : rows[u]) * raters;
    const own: number[] = [];
    for (let r = 0; r < raters; r++)
      if (!Number.isNaN(grades[from + r])) own.push(grades[from + r]);
    if (own.length > 1) known.push(own);
  }
  const sorted = Float64Array.from(known.flat()).sort();
  const n = sorted.length;
  if (n === 0 || sorted[0] === sorted[n - 1]) return null;
  const isNominal = level === 'nominal';
  const placeOf = level === 'interval' ? fromMean(sorted) : midRankOf(sorted);
  let found = 0;
  for (const own of known) {
    const values = own.map(placeOf);
    let pairs = 0;
    for (let i = 1; i < values.length; i++)
      for (let j = 0; j < i; j++)
        pairs += isNominal ? Number(values[i] !== values[j]) : (values[i] - values[j]) ** 2;
    found += pairs / (values.length - 1);
  }
  return 1 - ((n - 1) * found) / (isNominal ? differentPairs(sorted) : squares(sorted, placeOf));
}

/** Σ over pairs of all grades of their squared difference: n Σ v² − (Σ v)². */
function squares(sorted: Float64Array, placeOf: (grade: number) => number): number {
  let [sum, square] = [0, 0];
  for (const grade of sorted) {
    const value = placeOf(grade);
    sum += value;
    square += value ** 2;
  }
  return sorted.length * square - sum ** 2;
}

function differentPairs(sorted: Float64Array): number {
  let [pairs, from] = [0, 0];
  for (let k = 1; k <= sorted.length; k++)
    if (k === sorted.length || sorted[k] !== sorted[from]) {
      pairs += (k - from) * (sorted.length - k);
      from = k;
    }
  return pairs;
}

function fromMean(sorted: Float64Array): (grade: number) => number {
  const centre = sorted.reduce((sum, grade) => sum + grade, 0) / sorted.length;
  return (grade) => grade - centre;
}

/** Mid-ranks from their mean. */
function midRankOf(sorted: Float64Array): (grade: number) => number {
  const ranks = new Map<number, number>();
  let from = 0;
  for (let k = 1; k <= sorted.length; k++)
    if (k === sorted.length || sorted[k] !== sorted[from]) {
      ranks.set(sorted[from], (from + k - sorted.length) / 2);
      from = k;
    }
  return (grade) => ranks.get(grade)!;
}
