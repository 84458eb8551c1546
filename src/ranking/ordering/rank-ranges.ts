import type { Pair } from './decide-pairs.ts';

/** The ranks, from 1, that a model can have given the decided pairs. */
export interface RankRange {
  readonly best: number;
  readonly worst: number;
}

/** Behind every model that is declared better, ahead of every one that is declared worse. */
export function rankRanges(models: number, pairs: readonly Pair[]): RankRange[] {
  const above = new Array<number>(models).fill(0);
  const below = new Array<number>(models).fill(0);
  for (const { first, second, verdict } of pairs) {
    if (verdict !== 'above' && verdict !== 'below') continue;
    const [better, worse] = verdict === 'above' ? [first, second] : [second, first];
    above[worse]++;
    below[better]++;
  }
  return above.map((ahead, i) => ({ best: 1 + ahead, worst: models - below[i] }));
}

/**
 * Groups of models in which every two are declared tied: maximal runs of neighbours in the order of scores. Ties are not
 * transitive, so a model can be in two groups.
 *
 * @returns rows, best first
 */
export function tiedGroups(scores: ArrayLike<number>, pairs: readonly Pair[]): number[][] {
  const n = scores.length;
  const tied = new Set(
    pairs.filter(({ verdict }) => verdict === 'tied').map((pair) => n * pair.first + pair.second),
  );
  const areTied = (i: number, k: number) => tied.has(n * Math.min(i, k) + Math.max(i, k));
  const order = Array.from(scores, (_, i) => i).sort((i, k) => scores[k] - scores[i] || i - k);
  const groups: number[][] = [];
  let reached = 0;
  for (let from = 0; from < n; from++) {
    let to = from + 1;
    while (to < n && order.slice(from, to).every((i) => areTied(i, order[to]))) to++;
    if (to - from > 1 && to > reached) groups.push(order.slice(from, to));
    reached = Math.max(reached, to);
  }
  return groups;
}
