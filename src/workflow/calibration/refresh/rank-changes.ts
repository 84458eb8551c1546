/** Ranks from 1 by a value, highest first; equal values share the better rank. */
export function rankedBy<T>(all: readonly T[], measure: (one: T) => number): number[] {
  const values = all.map(measure);
  const sorted = values.toSorted((x, y) => y - x);
  const first = new Map<number, number>();
  for (const [i, value] of sorted.entries()) if (!first.has(value)) first.set(value, i + 1);
  return values.map((value) => first.get(value) ?? all.length);
}
