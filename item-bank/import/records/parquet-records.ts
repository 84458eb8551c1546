import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
  snappyUncompress,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { LONGEST_RECORD, PROTO_REASON, type SourceRecord } from './records.ts';
import { unpackZstandard } from './zstandard.ts';

/** What a small hostile file could grow to is bounded. A row group is decoded as a whole. */
const PARQUET_BOUNDS = {
  /** Bytes of the footer, which describes the file. */
  footer: 16 * 2 ** 20,
  /** Rows of a row group, and values of one page. */
  rows: 2 ** 21,
  /** Bytes of a row group, compressed and not. */
  group: 256 * 2 ** 20,
  /** Characters of all records: a dictionary gives one long text to any number of rows. */
  text: 2 ** 31,
} as const;

/** Records are given in lists of about so many characters. */
const BATCH = 2 ** 20;

/**
 * The rows of a Parquet file, those read together in one list. Whole numbers of 64 bits become numbers, or text beyond 2⁵³;
 * times become ISO 8601; binary data becomes an empty list.
 * @throws Error where the file is not of the format or exceeds the bounds
 */
export async function* parquetRecords(
  file: AsyncBuffer,
  bounds: { readonly [K in keyof typeof PARQUET_BOUNDS]: number } = PARQUET_BOUNDS,
): AsyncGenerator<SourceRecord[]> {
  const metadata = await readMetadata(file, bounds.footer);
  let row = 0;
  let total = 0;
  for (const group of metadata.row_groups) {
    await checkGroup(file, group, bounds);
    const values = await parquetReadObjects({
      file,
      metadata: { ...metadata, row_groups: [group], num_rows: group.num_rows },
      compressors: boundedCompressors(bounds.group),
    });
    let batch: SourceRecord[] = [];
    let size = 0;
    for (const value of values) {
      row++;
      const own = { length: 0 };
      const record = plainValue(value, own);
      const where = `row ${row}`;
      const isLong = own.length > LONGEST_RECORD;
      batch.push(
        isLong ? { where, reason: `more than ${LONGEST_RECORD} bytes` } : { where, value: record },
      );
      total += own.length;
      if (total > bounds.text) throw new Error(`more than ${bounds.text} characters of text`);
      size += isLong ? 0 : own.length;
      if (size <= BATCH && batch.length < 1000) continue;
      yield batch;
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield batch;
  }
}

/** What the file says of itself. */
async function readMetadata(file: AsyncBuffer, longest: number): Promise<FileMetaData> {
  if (file.byteLength < 12) throw new Error('fewer than 12 bytes');
  const end = new DataView(await file.slice(file.byteLength - 8, file.byteLength));
  const length = end.getUint32(0, true);
  if (length > longest) throw new Error(`a footer of ${length} bytes; at most ${longest}`);
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  if (metadata.schema.some(({ name }) => name === '__proto__')) throw new Error(PROTO_REASON);
  return metadata;
}

/** Sizes as the group, and each of its pages, states them: the decoder believes them. */
async function checkGroup(
  file: AsyncBuffer,
  { num_rows: rows, columns }: RowGroup,
  bounds: { readonly rows: number; readonly group: number },
): Promise<void> {
  const atMost = (found: number | bigint, most: number, what: string) => {
    if (!(found >= 0 && found <= most))
      throw new Error(`a row group with ${found} ${what}; at most ${most}`);
  };
  atMost(rows, bounds.rows, 'rows');
  let unpacked = 0;
  let packed = 0;
  for (const { meta_data: column } of columns) {
    if (column === undefined) throw new Error('a column in another file');
    const from = Number(column.dictionary_page_offset || column.data_page_offset);
    const length = Number(column.total_compressed_size);
    packed += length;
    atMost(packed, bounds.group, 'bytes');
    if (!(from >= 0 && length >= 0 && from + length <= file.byteLength))
      throw new Error('a column beyond the end of the file');
    const reader = { view: new DataView(await file.slice(from, from + length)), offset: 0 };
    while (reader.offset < length - 1) {
      const page = parquetHeader(reader);
      const header =
        page.data_page_header ?? page.data_page_header_v2 ?? page.dictionary_page_header;
      const { num_values: values = 0 } = header ?? {};
      // A few bytes of it stand for any length of text.
      if (header?.encoding === 'DELTA_BYTE_ARRAY')
        throw new Error(
          'the encoding DELTA_BYTE_ARRAY; write it with dictionary or plain encoding',
        );
      atMost(values, bounds.rows, 'values in a page');
      unpacked += page.uncompressed_page_size;
      atMost(page.uncompressed_page_size, bounds.group, 'bytes in a page');
      atMost(unpacked, bounds.group, 'bytes unpacked');
      atMost(page.compressed_page_size, bounds.group, 'bytes in a page');
      reader.offset += page.compressed_page_size;
    }
  }
}

/** What writers of Parquet files use, besides no compression. */
function boundedCompressors(longest: number): Compressors {
  const sized = (length: number) => ({ maxOutputLength: Math.min(length + 1, longest) });
  return {
    SNAPPY(input, length) {
      const output = new Uint8Array(length);
      snappyUncompress(input, output);
      return output;
    },
    GZIP: (input, length) => gunzipSync(input, sized(length)),
    BROTLI: (input, length) => brotliDecompressSync(input, sized(length)),
    ZSTD: (input, length) => unpackZstandard(input, sized(length).maxOutputLength),
  };
}

/** A value as JSON could have it; the characters of its texts and names are added to `size`. */
function plainValue(value: unknown, size: { length: number }): unknown {
  size.length += 8;
  // What comes after is dropped with the record.
  if (value === undefined || value === null || size.length > LONGEST_RECORD) return null;
  if (typeof value === 'string') {
    size.length += Buffer.byteLength(value);
    return value;
  }
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value)) return value.map((one) => plainValue(one, size));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      size.length += name.length;
      return [name, plainValue(one, size)];
    }),
  );
}
