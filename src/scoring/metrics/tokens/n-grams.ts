/** No token holds it: blanks separate tokens. */
const BETWEEN = ' ';

/** How often each sequence of n tokens comes. */
export function nGrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= tokens.length; i++) {
    let gram = tokens[i];
    for (let k = 1; k < n; k++) gram += BETWEEN + tokens[i + k];
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Σ min over the n-grams of both: those that match, none more often than it comes in either. */
export function matches(
  given: ReadonlyMap<string, number>,
  reference: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const [gram, count] of given) sum += Math.min(count, reference.get(gram) ?? 0);
  return sum;
}
