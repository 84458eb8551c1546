import type { Label } from './vote.ts';

/** What an expert, or an administrator, said of an entry. */
export interface Review {
  readonly reviewer: string;
  readonly label: Label;
}

/** Where the review of an entry stands. */
export type EntryState =
  /** Models agree, and nobody is asked. */
  | 'agreed'
  /** Experts are asked. */
  | 'open'
  /** Experts differ: an administrator decides. */
  | 'conflict'
  | 'decided';

/** How a label came about. */
export type LabelSource = 'agreed' | 'reviewed' | 'decided';

/** An entry with all that was said of it. */
export interface EntryVotes {
  /** The label of the models; undefined if they do not agree. */
  readonly agreed: Label | undefined;
  /** Whether people look at it. */
  readonly isQueued: boolean;
  readonly reviews: readonly Review[];
  /** By an administrator; it overrides all others. */
  readonly decision: Review | null;
}

export interface EntryOutcome {
  readonly state: EntryState;
  /** Undefined while it is open. An agreed label that is audited stands until people decide. */
  readonly label: Label | undefined;
  readonly source: LabelSource | null;
  /** Who decided; empty for models. */
  readonly by: readonly string[];
}

/** The label of an entry so far. @param needed experts per entry */
export function entryOutcome(
  { agreed, isQueued, reviews, decision }: EntryVotes,
  needed: number,
): EntryOutcome {
  if (decision !== null)
    return {
      ...{ state: 'decided', source: 'decided' },
      label: decision.label,
      by: [decision.reviewer],
    };
  const labels = new Set(reviews.map(({ label }) => label));
  if (labels.size > 1) return { state: 'conflict', label: undefined, source: null, by: [] };
  if (reviews.length >= needed && reviews.length > 0)
    return {
      ...{ state: 'decided', source: 'reviewed' },
      label: reviews[0].label,
      by: reviews.map(({ reviewer }) => reviewer),
    };
  const kept = { label: agreed, source: agreed === undefined ? null : ('agreed' as const), by: [] };
  return { state: isQueued ? 'open' : 'agreed', ...kept };
}
