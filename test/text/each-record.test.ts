import { expect, test } from 'vitest';
import { csvRows } from '../../item-bank/import/records/csv-rows.ts';
import { readTable } from '../../src/files/table/read-table.ts';
import { failureOf, temporaryFiles } from '../files/temporary.ts';

const file = temporaryFiles();
const read = (text: string) => readTable(file(text), 'of any columns');

test.each([
  ['name;price\nx;0,5\n', 'semicolons'],
  ['\n"name";"price, net"\n"x";"0,5"\n', 'semicolons'],
  ['name\tprice\r\nx\t1\r\n', 'tabs'],
  ['"a name\tof two";price;\nx;1;\n', 'semicolons'],
])('%j: the error names the separator', async (text, separator) => {
  const found = `cells separated by ${separator}`;
  expect(failureOf(() => read(text)).details).toMatchObject({ found });
  const rows = csvRows(file(text), []).next();
  await expect(rows).rejects.toMatchObject({ code: 'FILE_INVALID', details: { found } });
});

test.each(['a;b,c\n1,2\n', '"a;b"\n1\n', 'a\n1;2\n'])('%j is separated by commas', (text) => {
  expect(read(text).rows).toHaveLength(1);
});
