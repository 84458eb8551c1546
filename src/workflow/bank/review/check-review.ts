import type { Item } from '../../../../item-bank/items/item.ts';
import { checkDecision } from '../../../../item-bank/review/check-decision.ts';
import {
  DECISIONS,
  type Decision,
  LONGEST_NOTE,
  type ReviewEntry,
} from '../../../../item-bank/review/decision.ts';
import { foldLog } from '../../../../item-bank/review/fold-log.ts';
import type { ReviewRow } from '../../../files/items/read-review.ts';
import type { Store } from '../../../store/store.ts';
import { quoted } from '../../../text/quoted.ts';

/** The rows of a review, checked with the bank. */
export interface CheckedReview {
  /** Decisions that do not stand yet. */
  readonly decisions: readonly Decision[];
  /** Rows without a decision. */
  readonly undecided: number;
  /** Rows whose decision stands already. */
  readonly unchanged: number;
  /** Everything that is wrong, by line. */
  readonly problems: readonly RowProblem[];
}

export interface RowProblem {
  readonly line: number;
  readonly problem: string;
}

/** Checks every row of a review before anything is written. @throws NAME_UNKNOWN */
export async function checkReview(
  store: Store,
  bank: string,
  rows: readonly ReviewRow[],
): Promise<CheckedReview> {
  const items = await importedItems(store, bank, [...new Set(rows.map(({ item }) => item))]);
  const { standing } = foldLog(await store.reviewLog(bank));
  const first = new Map<string, number>();
  const decisions: Decision[] = [];
  const problems: RowProblem[] = [];
  let [undecided, unchanged] = [0, 0];
  for (const row of rows) {
    const repeated = first.get(row.item);
    first.set(row.item, repeated ?? row.line);
    const item = items.get(row.item);
    const checked =
      repeated !== undefined
        ? { problem: `again (first: line ${repeated}); accepted: each item only once` }
        : item === undefined
          ? { problem: `bank ${bank} does not have this item` }
          : checkRow(row, item);
    if (checked.problem !== undefined)
      problems.push({ line: row.line, problem: `item ${quoted(row.item)}: ${checked.problem}` });
    else if (checked.decision === null) undecided++;
    else if (isSame(standing.get(row.item), checked.decision)) unchanged++;
    else decisions.push(checked.decision);
  }
  return { decisions, undecided, unchanged, problems };
}

type CheckedRow =
  | { readonly decision: Decision | null; readonly problem?: never }
  | { readonly decision?: never; readonly problem: string };

function checkRow({ item: id, decision: word, key, note }: ReviewRow, item: Item): CheckedRow {
  if (word === '')
    return key === '' && note === ''
      ? { decision: null }
      : { problem: 'no decision beside a key or note; accepted: accept, correct or retire' };
  const decision = DECISIONS.find((one) => one === word.toLowerCase());
  if (decision === undefined)
    return { problem: `decision ${quoted(word)}; accepted: accept, correct, retire or empty` };
  if ([...note].length > LONGEST_NOTE)
    return {
      problem: `a note of ${[...note].length} characters; accepted: at most ${LONGEST_NOTE}`,
    };
  const letters = [...key.replace(/[\s,，、;|]/g, '').toUpperCase()];
  return checkDecision(item, {
    item: id,
    decision,
    key: letters.length === 0 ? null : letters,
    note,
  });
}

function isSame(entry: ReviewEntry | undefined, decision: Decision): boolean {
  return (
    entry !== undefined &&
    entry.decision === decision.decision &&
    entry.note === decision.note &&
    (entry.key ?? []).join('') === (decision.key ?? []).join('')
  );
}

async function importedItems(
  store: Store,
  bank: string,
  ids: readonly string[],
): Promise<Map<string, Item>> {
  const reviewed = await store.reviewed(bank);
  const items = new Map<string, Item>();
  for await (const item of store.items(bank, ids))
    items.set(item.id, reviewed.get(item.id)?.imported ?? item);
  return items;
}
