import { SUSPECT_KINDS, type SuspectKind } from '../../../item-bank/audit/suspect.ts';
import type { QueuedItem } from '../../workflow/bank/review/review-queue.ts';
import type { ItemRights } from './item-rights.ts';

/** Reasons that, together with the question, say which option is right. */
const TELLING: ReadonlySet<SuspectKind> = new Set(['one-sided', 'revealed-key']);
const KINDS = Object.keys(SUSPECT_KINDS) as SuspectKind[];

/**
 * The suspects that a caller may know of. Who may not read keys does not see reasons that tell them, nor items with no other reason:
 * that they are suspected would tell it. The probability contains all reasons, so these callers' order goes by what they see: the
 * kind of the first reason, then its strength.
 */
export function shownSuspects(
  suspects: readonly QueuedItem[],
  { mayReadKey }: Pick<ItemRights, 'mayReadKey'>,
): readonly QueuedItem[] {
  if (mayReadKey) return suspects;
  return suspects
    .flatMap((suspect) => {
      const reasons = suspect.reasons.filter(({ kind }) => !TELLING.has(kind));
      return reasons.length === 0 && suspect.reasons.length > 0 ? [] : [{ ...suspect, reasons }];
    })
    .sort((x, y) => {
      const [a, b] = [x.reasons.at(0), y.reasons.at(0)];
      return (
        placeOf(a?.kind) - placeOf(b?.kind) ||
        (b?.strength ?? 0) - (a?.strength ?? 0) ||
        (x.item < y.item ? -1 : 1)
      );
    });
}

function placeOf(kind: SuspectKind | undefined): number {
  return kind === undefined ? KINDS.length : KINDS.indexOf(kind);
}
