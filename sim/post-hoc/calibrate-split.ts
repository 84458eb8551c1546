import { pickExaminees } from '../../src/irt/responses.ts';
import { type FoldBank, foldBank } from '../../src/ranking/fold-bank.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import type { Split } from './splits.ts';

/** Calibrates the bank on the answers of `seen` alone, as `foldBank` does; rows in neither part are left out. */
export function calibrateSplit(
  { responses, tags }: Pick<RecordedBank, 'responses' | 'tags'>,
  { seen, unseen }: Split,
): FoldBank {
  const rows = [...seen, ...unseen];
  const fold = Int32Array.from(rows, (_, k) => (k < seen.length ? 0 : 1));
  const part = foldBank({ responses: pickExaminees(responses, rows), tags }, fold, 1);
  return { ...part, seen, unseen };
}
