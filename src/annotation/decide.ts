import type { Label, Vote } from './vote.ts';

/** Why people have to look at a label. */
export const REVIEW_REASONS = ['refusal', 'unreadable', 'none-conflict', 'disagreement'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** What the votes on an item at a level come to. */
export interface Decision {
  /** The label that is proposed; undefined if people must decide. */
  readonly agreed: Label | undefined;
  readonly reason: ReviewReason | null;
  /** The labels that votes name, most frequent first; of two with equal votes the one named first. */
  readonly proposals: readonly Label[];
  /** In [0, 1]: 1 − Σ pₖ², the probability that two votes drawn with replacement differ; refusals and unreadable replies are each a class. */
  readonly doubt: number;
}

/**
 * The decision about one item at one level. Votes agree if at least the share `leastShare` of them names one label. A refusal, an unreadable
 * reply, or "none fits" beside a label sends the item to review, whatever the share.
 * @param leastShare in (0.5, 1]
 * @see Gini (1912) for the index of doubt
 */
export function decide(votes: readonly Vote[], leastShare: number): Decision {
  const counts = new Map<string, number>();
  const labels = new Map<Label, number>();
  for (const vote of votes) {
    const key = vote.kind === 'label' ? JSON.stringify(vote.label) : vote.kind;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (vote.kind === 'label') labels.set(vote.label, (labels.get(vote.label) ?? 0) + 1);
  }
  const n = votes.length;
  const doubt = n === 0 ? 1 : 1 - [...counts.values()].reduce((sum, c) => sum + (c / n) ** 2, 0);
  // The sort is stable: equal counts stay in the order of the votes.
  const ranked = [...labels].sort(([, x], [, y]) => y - x);
  const proposals = ranked.map(([label]) => label);
  const reason = reasonOf(counts, labels, ranked[0]?.[1] ?? 0, n, leastShare);
  return { agreed: reason === null ? proposals[0] : undefined, reason, proposals, doubt };
}

function reasonOf(
  counts: ReadonlyMap<string, number>,
  labels: ReadonlyMap<Label, number>,
  most: number,
  n: number,
  leastShare: number,
): ReviewReason | null {
  if (counts.has('refusal')) return 'refusal';
  if (counts.has('unreadable') || n === 0) return 'unreadable';
  if (labels.has(null) && labels.size > 1) return 'none-conflict';
  // A share such as 2/3 is not exact.
  return most >= leastShare * n - 1e-9 ? null : 'disagreement';
}
