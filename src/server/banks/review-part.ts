import type { z } from 'zod';
import { SUSPECT_KINDS } from '../../../item-bank/audit/suspect.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import type {
  ReviewChange,
  ReviewItem,
  ReviewLogEntry,
  ReviewPage,
  ReviewSuspect,
  reviewLog,
  reviewQuery,
} from '../../api/review.ts';
import { fail } from '../../errors.ts';
import type { NewEntry } from '../../store/review/review-store.ts';
import { applyReview } from '../../workflow/bank/review/apply-review.ts';
import { optionShares } from '../../workflow/bank/review/option-shares.ts';
import { type ReviewEffects, reviewEffects } from '../../workflow/bank/review/review-effects.ts';
import {
  type QueuedItem,
  type ReviewQueue,
  reviewQueue,
} from '../../workflow/bank/review/review-queue.ts';
import type { Caller } from '../caller.ts';
import { offsetOf } from '../http/offset-cursor.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ItemRights } from './item-rights.ts';
import { keyText, questionText } from './question-text.ts';
import { shownSuspects } from './shown-suspects.ts';

type Context = Pick<ServiceContext, 'store' | 'events' | 'now'>;
/** What lists take, without a filter. */
type Paged = Pick<z.output<typeof reviewQuery>, 'limit' | 'cursor'>;

/** The review of banks for callers of different rights: notes, reasons and suggested keys may contain the right answer. */
export function reviewPart({ store, events, now }: Context) {
  return {
    async queue(
      bank: string,
      { state, limit, cursor }: z.output<typeof reviewQuery>,
      rights: ItemRights,
    ): Promise<ReviewPage> {
      const queue = await reviewQueue(store, bank);
      const suspects = shownSuspects(queue.suspects, rights);
      const found = suspects.filter(
        ({ decision }) => state === 'all' || (decision === null) === (state === 'open'),
      );
      const { rows, next } = pageAt(found, { limit, cursor });
      return {
        items: rows.map((one) => suspectOf(one, queue, rights)),
        next,
        total: found.length,
        version: queue.version,
        changeable: !isBuiltinBank(bank),
        audit: queue.audit && { at: queue.audit.at, bankVersion: queue.audit.bankVersion },
        suspects: suspects.length,
        reviewed: suspects.filter(({ decision }) => decision !== null).length,
      };
    },

    /** Newest first. */
    async log(bank: string, page: Paged, rights: ItemRights): Promise<z.output<typeof reviewLog>> {
      const queue = await reviewQueue(store, bank);
      const { rows, next } = pageAt(queue.log.toReversed(), page);
      const items = rows.map((entry) => entryOf(entry, queue.undone, rights));
      return { items, next, total: queue.log.length };
    },

    /** @throws ITEM_UNKNOWN */
    async item(bank: string, id: string, rights: ItemRights): Promise<ReviewItem> {
      const queue = await reviewQueue(store, bank);
      const found = shownSuspects(queue.suspects, rights).find(({ item }) => item === id);
      const stands = queue.log.findLast(
        ({ item, number, decision }) =>
          item === id && decision !== 'undo' && !queue.undone.has(number),
      );
      const known = {
        item: id,
        suspect: found === undefined ? null : suspectOf(found, queue, rights),
        decision: stands === undefined ? null : entryOf(stands, queue.undone, rights),
      };
      if (queue.version !== null) {
        const reviewed = await store.reviewed(bank);
        for await (const item of store.items(bank, [id])) {
          const change = reviewed.get(id);
          const imported = change?.imported ?? item;
          return {
            ...known,
            type: item.type,
            ...(rights.mayReadText
              ? {
                  question: questionText(item),
                  ...('options' in item && { options: item.options }),
                }
              : {}),
            ...(rights.mayReadKey
              ? {
                  imported: keyText(imported),
                  answer: keyText(item),
                  shares: 'options' in item ? await optionShares(store, bank, item, change) : null,
                  answered: (await store.keptResponses(bank)) !== null,
                }
              : {}),
          };
        }
      }
      const isThere = isBuiltinBank(bank) && loadBuiltinBank(bank).items.includes(id);
      if (!isThere) return fail('ITEM_UNKNOWN', { item: id, where: `bank ${bank}` });
      return { ...known, type: null };
    },

    /** What all decisions together have changed. */
    async effects(bank: string): Promise<ReviewEffects> {
      return reviewEffects(store, bank, [], await store.reviewLog(bank));
    },

    /** @throws REVIEW_REFUSED, REVIEW_BUILTIN, ITEM_UNKNOWN */
    async decide(
      bank: string,
      entry: NewEntry,
      { name }: Pick<Caller, 'name'>,
      isTrial: boolean,
    ): Promise<ReviewChange> {
      const mark = { by: name, at: now() };
      const applied = await applyReview(store, bank, [entry], mark, isTrial);
      const { entries, effects, version, versionBefore } = applied;
      if (!isTrial) events.emit({ type: 'review', bank });
      const rights = { mayReadText: true, mayReadKey: true };
      return {
        kept: !isTrial,
        entries: entries.map((one) => entryOf(one, new Set(), rights)),
        versionBefore,
        version,
        effects: effects as ReviewChange['effects'],
      };
    },
  };
}

function suspectOf(
  { item, probability, reasons, suggestedKey, decision }: QueuedItem,
  { undone }: Pick<ReviewQueue, 'undone'>,
  rights: ItemRights,
): ReviewSuspect {
  return {
    item,
    ...(rights.mayReadKey ? { probability } : {}),
    reasons: reasons.map((reason) => ({
      ...reason,
      text: rights.mayReadKey ? reason.text : SUSPECT_KINDS[reason.kind],
    })),
    ...(rights.mayReadKey ? { suggestedKey: suggestedKey && [...suggestedKey] } : {}),
    decision: decision && entryOf(decision, undone, rights),
  };
}

function entryOf(
  { key, note, ...entry }: ReviewEntry,
  undone: ReadonlySet<number>,
  { mayReadKey }: ItemRights,
): ReviewLogEntry {
  return {
    ...entry,
    undone: undone.has(entry.number),
    ...(mayReadKey ? { key: key && [...key], note } : {}),
  };
}

function pageAt<T>(all: readonly T[], { limit, cursor }: Paged) {
  const from = offsetOf(cursor);
  const end = from + limit;
  return { rows: all.slice(from, end), next: end < all.length ? String(end) : null };
}
