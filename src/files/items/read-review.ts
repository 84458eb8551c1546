import { unguardFormula } from '../table/formula-guard.ts';
import { columnsOf, readTable } from '../table/read-table.ts';
import { REVIEW_COLUMNS } from './write-review.ts';

const HEADER = 'with the columns item,decision, and key,note where they are needed';

/** A row of a review as it was written: what it means is checked with the bank. */
export interface ReviewRow {
  readonly line: number;
  readonly item: string;
  /** Empty if nothing was decided. */
  readonly decision: string;
  readonly key: string;
  readonly note: string;
}

/**
 * Reads a review from a CSV file with the columns `item` and `decision`, and optionally `key` and `note`; a note
 * names other columns, except those that an audit writes for the person who reviews.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readReview(file: string): ReviewRow[] {
  const table = readTable(file, HEADER);
  const { item, decision, key, note } = columnsOf(table, {
    required: ['item', 'decision'],
    optional: ['key', 'note'],
    unread: REVIEW_COLUMNS,
    accepted: HEADER,
  });
  return table.rows.map(({ cells, line }) => ({
    line,
    item: unguardFormula(cells[item]),
    decision: cells[decision].trim(),
    key: (cells[key] ?? '').trim(),
    note: unguardFormula(cells[note] ?? ''),
  }));
}
