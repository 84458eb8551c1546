import type { SchemaElement } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';

const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});
const whole = (name: string): SchemaElement => ({
  name,
  type: 'INT64',
  repetition_type: 'OPTIONAL',
});
const texts = (name: string): SchemaElement[] => [
  { name, converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  text('element'),
];

export type Row = Readonly<Record<string, unknown>>;

/**
 * A Parquet file of rows with the fields of the first: texts, whole numbers of 64 bits, and lists of texts, all optional,
 * as the Hugging Face hub stores them.
 * @param encoding of the columns; by default the one that suits each
 */
export function makeParquet(
  rows: readonly Row[],
  rowGroupSize = rows.length,
  encoding?: ColumnSource['encoding'],
): Buffer {
  const names = Object.keys(rows[0]);
  const columns = names.map((name) => {
    const sample = rows.find((row) => row[name] !== null)?.[name];
    if (Array.isArray(sample)) return texts(name);
    return [typeof sample === 'number' ? whole(name) : text(name)];
  });
  const value = (one: unknown) => (typeof one === 'number' ? BigInt(one) : one);
  return Buffer.from(
    parquetWriteBuffer({
      schema: [{ name: 'schema', num_children: names.length }, ...columns.flat()],
      columnData: names.map((name) => ({
        name,
        data: rows.map((row) => value(row[name])),
        ...(encoding === undefined ? {} : { encoding }),
      })),
      rowGroupSize,
    }),
  );
}
