import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readName, readNewName } from '../table/names.ts';
import { columnsOf, readTable } from '../table/read-table.ts';

/**
 * Reads the family of each of `examinees` from a CSV file with the columns `examinee` (else `model`) and `family`, in any
 * order; a note names other columns. Every one of `examinees` needs a row; rows of others are checked and
 * left out.
 * @returns one family an examinee
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, EXAMINEE_WITHOUT_FAMILY
 */
export function readFamilies(file: string, examinees: readonly string[]): string[] {
  return readOfExaminees(file, examinees, 'family');
}

/** As `readFamilies`, the column `group`: groups of examinees that have distributions of ability of their own. */
export function readGroups(file: string, examinees: readonly string[]): string[] {
  return readOfExaminees(file, examinees, 'group');
}

/**
 * As `readFamilies`, any column.
 * @param mayBeEmpty empty cells are values too, instead of errors
 */
export function readOfExaminees(
  file: string,
  examinees: readonly string[],
  column: string,
  mayBeEmpty = false,
): string[] {
  const header = `with the columns examinee,${column}`;
  const table = readTable(file, header);
  const isModel = !table.columns.includes('examinee') && table.columns.includes('model');
  const name = isModel ? 'model' : 'examinee';
  const at = columnsOf(table, { required: [name, column], accepted: header });
  const known = new Map<string, string>();
  const values = new Map<string, string>();
  for (const { cells, line } of table.rows) {
    const where = `line ${line}`;
    const examinee = readNewName(cells[at[name]], { file, where, kind: 'examinee' }, known);
    const place = `${where}, examinee ${quoted(examinee)}`;
    const cell = cells[at[column]];
    const kind = column === 'family' ? 'family' : 'group';
    const isEmpty = mayBeEmpty && cell.trim() === '';
    values.set(examinee, isEmpty ? '' : readName(cell, { file, where: place, kind }));
  }
  const missing = examinees.filter((examinee) => !values.has(examinee));
  if (missing.length > 0) {
    const count = missing.length;
    fail('EXAMINEE_WITHOUT_FAMILY', { examinee: missing[0], file, count, column });
  }
  return examinees.map((examinee) => values.get(examinee)!);
}
