import { logGamma } from '../statistics/log-gamma.ts';

/** Equal answers to one item under one condition. */
export interface AnswerGroup {
  readonly count: number;
  /** Of the answer. */
  readonly score: number;
  /** Whether it votes; what could not be read does not. */
  readonly votes: boolean;
}

/**
 * The expected score of the most frequent of k answers, drawn without replacement from those recorded, ties broken by lot: exact, and
 * unbiased for k independent answers. If none of the k can be read the score is 0.
 *
 * For each group and each number j of its answers among the k: the probability that no other group has more than j, by the number of
 * groups that tie; the other groups are drawn one after another by hypergeometric probabilities.
 *
 * @param k at most the number of all answers
 * @see Wang et al. (2023), Self-consistency improves chain of thought reasoning, arXiv:2203.11171 (the vote)
 */
export function majorityAtK(groups: readonly AnswerGroup[], k: number): number {
  const n = groups.reduce((sum, { count }) => sum + count, 0);
  let total = 0;
  for (const group of groups) {
    if (!group.votes || group.score === 0) continue;
    const others = groups.filter((one) => one !== group);
    for (let j = 1; j <= Math.min(group.count, k); j++) {
      const share = drawn(n, group.count, k, j);
      if (share > 0) total += group.score * share * wins(others, n - group.count, k - j, j);
    }
  }
  return total;
}

/** The mean of 1 / (1 + ties) over draws of `left` of the others; 0 counts for draws with more than `most` of a group that votes. */
function wins(others: readonly AnswerGroup[], all: number, left: number, most: number): number {
  const ties = Math.floor(left / most);
  const width = left + 1;
  // [t · width + x]: the probability that x are drawn so far, and t groups tie.
  let chances = new Float64Array((ties + 1) * width);
  chances[0] = 1;
  let pool = all;
  for (const { count, votes } of others) {
    const next = new Float64Array(chances.length);
    for (let before = 0; before <= left; before++) {
      const limit = Math.min(count, left - before, votes ? most : left);
      for (let x = 0; x <= limit; x++) {
        const share = drawn(pool, count, left - before, x);
        const isTie = votes && x === most ? 1 : 0;
        for (let t = 0; t + isTie <= ties; t++)
          next[(t + isTie) * width + before + x] += share * chances[t * width + before];
      }
    }
    chances = next;
    pool -= count;
  }
  let mean = 0;
  for (let t = 0; t <= ties; t++) mean += chances[t * width + left] / (1 + t);
  return mean;
}

/** P(x of a group of `count`) in a draw of `size` of `all` without replacement. */
function drawn(all: number, count: number, size: number, x: number): number {
  if (size > all || x > count || size - x > all - count) return 0;
  const log = logChoose(count, x) + logChoose(all - count, size - x) - logChoose(all, size);
  return Math.exp(Math.min(0, log));
}

function logChoose(n: number, k: number): number {
  return k === 0 || k === n ? 0 : logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}
