import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import { fail } from '../../../errors.ts';
import type { NewEntry, ReviewChange, ReviewMark } from '../../../store/review/review-store.ts';
import type { Store } from '../../../store/store.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';
import { type ReviewEffects, reviewEffects } from './review-effects.ts';

/** What was added to the log of a bank, and what this changes. */
export interface AppliedReview extends ReviewChange {
  readonly effects: ReviewEffects;
}

/**
 * Adds decisions, or the undoing of decisions, to the log of a bank.
 * @param isTrial whether only to find out what would change
 * @throws NAME_UNKNOWN, ITEM_UNKNOWN, REVIEW_REFUSED, REVIEW_BUILTIN
 */
export async function applyReview(
  store: Store,
  bank: string,
  entries: readonly NewEntry[],
  mark: ReviewMark,
  isTrial = false,
): Promise<AppliedReview> {
  await reviewedBank(store, bank);
  const change = await store.review(bank, entries, mark, isTrial);
  const own = new Set(change.entries.map(({ number }) => number));
  const before = (await store.reviewLog(bank)).filter(({ number }) => !own.has(number));
  const effects = await reviewEffects(store, bank, before, [...before, ...change.entries]);
  return { ...change, effects };
}

/** @throws REVIEW_BUILTIN for a built-in bank, NAME_UNKNOWN for an unknown one */
export async function reviewedBank(store: Store, bank: string): Promise<void> {
  if (isBuiltinBank(bank)) fail('REVIEW_BUILTIN', { bank });
  await bankOf(store, bank);
}
