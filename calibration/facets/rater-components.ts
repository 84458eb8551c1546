import type { FacetRatings } from './facet-types.ts';

/**
 * Which raters are connected by common answers, directly or through others (union–find): a number from 0 for each rater, in the order of their first rater.
 * Raters without ratings are alone.
 */
export function raterComponents({ answers, raters, counts }: FacetRatings): Int32Array {
  const parent = Int32Array.from({ length: counts.raters }, (_, r) => r);
  const root = (r: number): number => {
    let at = r;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const first = new Int32Array(counts.answers).fill(-1);
  for (let k = 0; k < answers.length; k++) {
    const known = first[answers[k]];
    if (known === -1) first[answers[k]] = raters[k];
    else parent[root(raters[k])] = root(known);
  }
  const numbers = new Map<number, number>();
  return parent.map((_, r) => {
    const own = root(r);
    if (!numbers.has(own)) numbers.set(own, numbers.size);
    return numbers.get(own)!;
  });
}
