import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { decimal, foundNumber } from '../table/decimal.ts';

/**
 * The score in a cell: a decimal in [0, 1], true or false in any case, NaN if the cell is empty (not asked).
 * @param where names the place in an error
 * @throws FILE_INVALID
 */
export function readScore(cell: string, file: string, where: () => string): number {
  if (cell === '') return Number.NaN;
  const lower = cell.length <= 5 ? cell.toLowerCase() : cell;
  if (lower === 'true') return 1;
  if (lower === 'false') return 0;
  const score = decimal(cell);
  if (!(score >= 0 && score <= 1)) {
    fail('FILE_INVALID', {
      file,
      where: where(),
      found: foundNumber(cell),
      accepted:
        '0, 1, a fraction between them such as 0.25, true, false, or an empty cell (not asked)',
    });
  }
  return score === 0 ? 0 : score;
}

/** The place of a score in a file of responses, as an error names it. */
export function cellPlace(line: number, examinee: string, item: string): string {
  return `line ${line}, examinee ${quoted(examinee)}, item ${quoted(item)}`;
}
