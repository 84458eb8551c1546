import { fail } from '../../src/errors.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { type CsvFile, parseCsv } from './csv-file.ts';

/**
 * Recorded answers: first column `examinee`, then one column per item; cells 0, 1 or empty (not asked). Narrower than
 * what users may give (src/files): a cell of another kind is a mistake in the data of a built-in bank.
 * @throws FILE_INVALID with the place of the first thing that is not so
 */
export function readAnswers({ file, text }: CsvFile): ResponseMatrix {
  const [header, ...rows] = parseCsv({ file, text });
  const invalid = (where: string, found: string, accepted: string) =>
    fail('FILE_INVALID', { file, where, found: JSON.stringify(found), accepted });
  if (header?.[0] !== 'examinee') invalid('row 1, column 1', header?.[0] ?? '', 'examinee');
  const items = header.slice(1);
  const scores = new Float32Array(rows.length * items.length);
  rows.forEach((row, m) => {
    items.forEach((item, j) => {
      const cell = row[j + 1];
      if (cell !== '' && cell !== '0' && cell !== '1')
        invalid(`examinee ${row[0]}, item ${item}`, cell, '0, 1 or empty');
      scores[m * items.length + j] = cell === '' ? Number.NaN : Number(cell);
    });
  });
  return { examinees: rows.map(([name]) => name), items, scores };
}
