import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
} from 'hyparquet';
import { fail, ThetarankError } from '../../errors.ts';
import { quoted } from '../quoted.ts';
import type { Stored } from './column-types.ts';
import { openRanges } from './file-ranges.ts';

/** A table of a Parquet file. */
export interface ParquetTable {
  readonly rows: number;
  /** By name: `rows` values each, null where there is none, bigint for 64 bits. */
  readonly columns: ReadonlyMap<string, readonly Stored[]>;
  /** What the file says of itself, by key. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** Values that are read at most, all columns together: they are kept as they are, not packed. */
const MOST_VALUES = 2 ** 26;
/** `PAR1` at the beginning and the end, read as a number of 32 bits. */
const MAGIC = 0x31524150;
/** Magic, an empty description, its length, and the magic again. */
const SHORTEST = 12;
const PARQUET = 'a whole Parquet file';

/** What other programs pack with, beside Snappy. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
};

/**
 * Reads columns of a Parquet file whole: flat ones of numbers, texts, or true and false; not packed, or by Snappy,
 * gzip, Zstandard or Brotli.
 *
 * For files that thetarank wrote: what is found damaged is refused, but one that was made to do harm can take any time
 * and memory.
 * @param names the columns that are needed (default: all)
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export async function readParquetColumns(
  file: string,
  names?: readonly string[],
): Promise<ParquetTable> {
  const { buffer, close } = openRanges(file);
  try {
    await checkMagic(file, buffer);
    const metadata = await orDamaged(file, () =>
      parquetMetadataAsync(buffer, { geoparquet: false }),
    );
    const wanted = wantedColumns(file, metadata, names);
    const rows = rowCount(file, metadata, wanted);
    const columns = new Map<string, readonly Stored[]>();
    for (const name of wanted)
      columns.set(name, await orDamaged(file, () => readColumn(buffer, metadata, name, rows)));
    const own = metadata.key_value_metadata ?? [];
    return { rows, columns, metadata: new Map(own.map(({ key, value }) => [key, value ?? ''])) };
  } finally {
    close();
  }
}

async function checkMagic(file: string, buffer: AsyncBuffer): Promise<void> {
  const size = buffer.byteLength;
  const isMagic = async (at: number) =>
    new DataView(await buffer.slice(at, at + 4)).getUint32(0, true) === MAGIC;
  const found =
    size < SHORTEST || !(await isMagic(0))
      ? 'something else'
      : (await isMagic(size - 4))
        ? undefined
        : 'a Parquet file without its end';
  if (found !== undefined) fail('FILE_INVALID', { file, found, accepted: PARQUET });
}

/** The columns that are asked for, which are there and flat. */
function wantedColumns(
  file: string,
  { schema }: FileMetaData,
  names: readonly string[] | undefined,
): string[] {
  const known = new Map<string, boolean>();
  // The elements stand in order, each before those within it.
  for (let k = 1; k < schema.length; k = after(schema, k))
    known.set(schema[k].name, isFlat(schema[k]));
  const all = [...known.keys()];
  const wanted = names === undefined ? all : [...new Set(names)];
  for (const name of wanted) {
    const flat = known.get(name);
    if (flat === true) continue;
    fail('FILE_INVALID', {
      file,
      where: `column ${quoted(name)}`,
      found: flat === undefined ? 'none of that name' : 'lists or records',
      accepted:
        flat === undefined
          ? `a file with the columns ${wanted.map(quoted).join(', ')}`
          : 'numbers, texts, true and false',
    });
  }
  return wanted;
}

function isFlat({ type, repetition_type: repetition }: FileMetaData['schema'][number]): boolean {
  return type !== undefined && repetition !== 'REPEATED';
}

/** The place of the next element that is not within the one at `k`. */
function after(schema: FileMetaData['schema'], k: number): number {
  let open = schema[k].num_children ?? 0;
  let at = k + 1;
  for (; open > 0 && at < schema.length; at++) open += (schema[at].num_children ?? 0) - 1;
  return at;
}

function rowCount(file: string, metadata: FileMetaData, wanted: readonly string[]): number {
  const rows = Number(metadata.num_rows);
  const groups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (!(rows >= 0) || rows !== groups)
    fail('FILE_INVALID', {
      file,
      found: `${rows} rows, and ${groups} in its parts`,
      accepted: PARQUET,
    });
  if (rows * wanted.length > MOST_VALUES)
    fail('FILE_INVALID', {
      file,
      found: `${rows} rows × ${wanted.length} columns`,
      accepted: `at most ${MOST_VALUES} values`,
    });
  return rows;
}

async function readColumn(
  file: AsyncBuffer,
  metadata: FileMetaData,
  name: string,
  rows: number,
): Promise<Stored[]> {
  const values = new Array<Stored>(rows);
  let count = 0;
  await parquetRead({
    file,
    metadata,
    columns: [name],
    compressors: COMPRESSORS,
    onChunk({ columnData, rowStart }) {
      for (let k = 0; k < columnData.length; k++) values[rowStart + k] = columnData[k] ?? null;
      count += columnData.length;
    },
  });
  if (count !== rows || values.length !== rows)
    throw new RangeError(`column of ${count} values for ${rows} rows`);
  return values;
}

/** Whatever goes wrong in decoding, bytes are not what they should be. */
async function orDamaged<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ThetarankError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return fail('FILE_INVALID', {
      file,
      found: `damaged or unknown contents (${reason.slice(0, 100)})`,
      accepted: PARQUET,
    });
  }
}
