import type { MetricOf } from '../../../../item-bank/items/metric/metric.ts';

/** sacreBLEU's: what stands for no match, and what is added to both counts. */
const FLOOR = 0.1;
const ADDED = 1;

/**
 * BLEU of counts (bleu-counts.ts), in [0, 1]: BP · exp(1/N Σ log pₙ) over n = 1 … N = `order`, with pₙ the share of n-grams that
 * match and the brevity penalty BP = exp(1 − r/c) if the answers are shorter than their references (c < r), else 1. Sums in
 * logs. Without any match it is 0.
 *
 * Smoothing of n without a match, as sacreBLEU does it:
 * - `none`: BLEU is 0
 * - `floor`: 0.1 matches (Chen & Cherry's method 1)
 * - `add-k`: one is added to matches and n-grams for n above 1, with and without a match (method 2)
 * - `exp`: 1/2 match at the first such n, 1/4 at the second, … (method 3, NIST's)
 *
 * @param isSentence N is the largest n of which the answer has an n-gram: sacreBLEU's `effective_order`. Otherwise a missing n makes 0.
 * @see Papineni et al. (2002); Chen & Cherry (2014), A systematic comparison of smoothing techniques for sentence-level BLEU,
 *   WMT; Post (2018), WMT
 */
export function bleu(
  counts: ArrayLike<number>,
  { order, smoothing }: Pick<MetricOf<'bleu'>, 'order' | 'smoothing'>,
  isSentence: boolean,
): number {
  let any = 0;
  for (let n = 0; n < order; n++) any += counts[n];
  if (any === 0) return 0;
  let logs = 0;
  let used = 0;
  let halves = 1;
  for (let n = 0; n < order; n++) {
    const added = smoothing === 'add-k' && n > 0 ? ADDED : 0;
    const all = counts[order + n] + added;
    if (all === 0) break;
    let found = counts[n] + added;
    if (found === 0) {
      if (smoothing === 'exp') halves *= 2;
      if (smoothing === 'exp') found = 1 / halves;
      else if (smoothing === 'floor') found = FLOOR;
      else return 0;
    }
    logs += Math.log(found / all);
    used++;
  }
  if (used < order && !isSentence) return 0;
  const [given, wanted] = [counts[2 * order], counts[2 * order + 1]];
  const penalty = given < wanted ? 1 - wanted / given : 0;
  return Math.exp(penalty + logs / used);
}
