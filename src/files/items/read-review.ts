import { unguardFormula } from '../table/formula-guard.ts';
import { columnIndex, optionalIndex, readTable } from '../table/read-table.ts';

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
 * Reads a review from a CSV file with the columns `item` and `decision`, and optionally `key` and `note`; other columns, such as the
 * probabilities and reasons of an audit, are ignored.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readReview(file: string): ReviewRow[] {
  const table = readTable(file, HEADER);
  const item = columnIndex(table, 'item', HEADER);
  const decision = columnIndex(table, 'decision', HEADER);
  const [key, note] = ['key', 'note'].map((name) => optionalIndex(table, name));
  return table.rows.map(({ cells, line }) => ({
    line,
    item: unguardFormula(cells[item]),
    decision: cells[decision].trim(),
    key: (cells[key] ?? '').trim(),
    note: unguardFormula(cells[note] ?? ''),
  }));
}
