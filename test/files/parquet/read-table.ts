import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetRead } from 'hyparquet';
import type { Stored } from '../../../src/files/parquet/column-types.ts';

/** A table of a Parquet file. */
export interface ParquetTable {
  readonly rows: number;
  /** By name: `rows` values each, null where there is none, bigint for 64 bits. */
  readonly columns: ReadonlyMap<string, readonly Stored[]>;
  /** What the file says of itself, by key. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** Reads a whole Parquet file with another program's decoder. */
export async function readTable(path: string): Promise<ParquetTable> {
  const file = new Uint8Array(readFileSync(path)).buffer;
  const metadata = parquetMetadata(file);
  const rows = Number(metadata.num_rows);
  const columns = new Map<string, readonly Stored[]>();
  for (const { name } of metadata.schema.slice(1)) {
    const values = new Array<Stored>(rows);
    await parquetRead({
      file,
      metadata,
      columns: [name],
      onChunk({ columnData, rowStart }) {
        for (let k = 0; k < columnData.length; k++) values[rowStart + k] = columnData[k] ?? null;
      },
    });
    columns.set(name, values);
  }
  const own = metadata.key_value_metadata ?? [];
  return { rows, columns, metadata: new Map(own.map(({ key, value }) => [key, value ?? ''])) };
}
