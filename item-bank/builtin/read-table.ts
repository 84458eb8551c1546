import { fail } from '../../src/errors.ts';
import { type CsvFile, parseCsv } from './csv-file.ts';

/**
 * The rows of a table that describes the items or the examinees of recorded answers.
 * @param columns the columns that are needed; the first holds the names
 * @param names what the first column must hold, row by row
 * @param responsesFile where these names are from, for errors
 * @throws FILE_INVALID with the place of the first thing that is not so
 */
export function readTable<Column extends string>(
  csv: CsvFile,
  columns: readonly [Column, ...Column[]],
  names: readonly string[],
  responsesFile: string,
): Record<Column, string>[] {
  const { file } = csv;
  const [header, ...rows] = parseCsv(csv);
  const at = columns.map((name) => header?.indexOf(name) ?? -1);
  const [kind] = columns;
  if (at.includes(-1))
    fail('FILE_INVALID', {
      file,
      where: 'row 1',
      found: `no column ${columns[at.indexOf(-1)]}`,
      accepted: `the columns ${columns.slice(0, -1).join(', ')} and ${columns.at(-1)}`,
    });
  if (rows.length !== names.length)
    fail('FILE_INVALID', {
      file,
      found: `${rows.length} ${kind}s`,
      accepted: `the ${names.length} of ${responsesFile}`,
    });
  return rows.map((row, j) => {
    if (row[at[0]] !== names[j])
      fail('FILE_INVALID', {
        file,
        where: `${kind} ${j + 1}`,
        found: JSON.stringify(row[at[0]]),
        accepted: `${names[j]}, as in ${responsesFile}`,
      });
    return Object.fromEntries(columns.map((name, k) => [name, row[at[k]]])) as Record<
      Column,
      string
    >;
  });
}
