import { fail } from '../errors.ts';
import { readName, readNewName } from './names.ts';
import { quoted } from './quoted.ts';
import { columnIndex, readTable } from './read-table.ts';

const HEADER = 'with the columns examinee,family';

/**
 * Reads the family of each of `examinees` from a CSV file with the columns `examinee` and `family`, in any
 * order; other columns are ignored. Every one of `examinees` needs a row; rows of others are checked and
 * left out.
 * @returns one family an examinee
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, EXAMINEE_WITHOUT_FAMILY
 */
export function readFamilies(file: string, examinees: readonly string[]): string[] {
  const table = readTable(file, HEADER);
  const examineeColumn = columnIndex(table, 'examinee', HEADER);
  const familyColumn = columnIndex(table, 'family', HEADER);
  const known = new Map<string, string>();
  const familyOf = new Map<string, string>();
  for (const { cells, line } of table.rows) {
    const where = `line ${line}`;
    const examinee = readNewName(cells[examineeColumn], { file, where, kind: 'examinee' }, known);
    const place = `${where}, examinee ${quoted(examinee)}`;
    familyOf.set(examinee, readName(cells[familyColumn], { file, where: place, kind: 'family' }));
  }
  const missing = examinees.filter((examinee) => !familyOf.has(examinee));
  if (missing.length > 0) {
    fail('EXAMINEE_WITHOUT_FAMILY', { examinee: missing[0], file, count: missing.length });
  }
  return examinees.map((examinee) => familyOf.get(examinee)!);
}
