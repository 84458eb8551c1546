import type { Suspect } from '../../../item-bank/audit/suspect.ts';
import { toCsv, writeFileWhole } from '../write/write.ts';

/** The columns of a review file. The last three are for the person who reviews. */
export const REVIEW_COLUMNS = [
  'item',
  'probability',
  'reasons',
  'suggested_key',
  'decision',
  'key',
  'note',
] as const;

/** Digits of a probability: an estimate. */
const PLACES = 3;

/** Writes the suspects of an audit as a review file, most probable first, without question text. @throws FILE_UNWRITABLE */
export function writeReview(file: string, suspects: readonly Suspect[]): void {
  const rows = suspects.map(({ item, probability, reasons, suggestedKey }) => [
    item,
    Number(probability.toFixed(PLACES)),
    reasons.map(({ kind, text }) => `${kind}: ${text}`).join(' '),
    suggestedKey?.join('') ?? '',
    '',
    '',
    '',
  ]);
  writeFileWhole(file, toCsv(REVIEW_COLUMNS, rows));
}
