import { fail, ThetarankError } from '../../../src/errors.ts';
import { eachRow, refuseSeparator } from '../../../src/text/each-record.ts';
import { quoted } from '../../../src/text/quoted.ts';
import { cutFrames, type Frame, type Splitter } from './frames.ts';
import { CUT, frameText, LONGEST_RECORD, placeOf, type SourceRecord } from './records.ts';
import { readChunks, type Source, sourceName } from './source.ts';

const [LF, QUOTE, COMMA] = [0x0a, 0x22, 0x2c];
/** Dropped around cells by csv-parse: tab, form feed, carriage return, space. */
const BLANKS = [0x09, 0x0c, 0x0d, 0x20];

/**
 * Cuts CSV into records: at line ends outside quoted cells. A quote opens a cell only at its beginning, so that a stray
 * one spoils no more than its own record; csv-parse reads the records.
 */
function recordSplitter(): Splitter {
  let state: 'start' | 'plain' | 'quoted' | 'quote' | 'lost' = 'start';
  return {
    skipsBlanks: true,
    // A quote that is never closed would take the rest of the file with it.
    giveUp() {
      state = 'lost';
    },
    end(chunk, from) {
      if (state === 'lost') {
        const end = chunk.indexOf(LF, from) + 1;
        if (end > 0) state = 'start';
        return end || -1;
      }
      for (let at = from; at < chunk.length; at++) {
        const byte = chunk[at];
        if (state === 'quoted') {
          at = chunk.indexOf(QUOTE, at);
          if (at === -1) return -1;
          state = 'quote';
        } else if (byte === LF) {
          state = 'start';
          return at + 1;
        } else if (byte === COMMA) state = 'start';
        else if (byte === QUOTE) state = state === 'plain' ? 'plain' : 'quoted';
        else if (!BLANKS.includes(byte)) state = 'plain';
      }
      return -1;
    },
  };
}

/** Batches of this many bytes are parsed at once: csv-parse takes a while to start. */
const BATCH = 2 ** 18;

/**
 * The records of a CSV file as lists of cells, without blank lines. Spaces around unquoted cells are dropped. A record
 * whose quotes do not pair up is one rejected record; the next line begins another. A last record without a line end is cut if its
 * quotes do not pair up or it has fewer cells than the first record.
 * @throws FILE_INVALID for another separator than the comma
 */
export async function* csvRecords(source: Source): AsyncGenerator<SourceRecord[]> {
  let width = 0;
  let isFirst = true;
  for await (const frames of cutFrames(readChunks(source), recordSplitter(), LONGEST_RECORD)) {
    const records: SourceRecord[] = [];
    let batch: { where: string; text: string }[] = [];
    let size = 0;
    const flush = () => {
      records.push(...parseBatch(batch));
      batch = [];
      size = 0;
    };
    for (const frame of frames) {
      const read = frameText(frame);
      if ('reason' in read) {
        flush();
        records.push({ where: placeOf(frame), reason: longReason(frame, read.reason) });
      } else if (read.text.trim() !== '') {
        if (isFirst) refuseSeparator(sourceName(source), read.text);
        isFirst = false;
        batch.push({ where: placeOf(frame), text: read.text });
        size += read.text.length;
        if (size > BATCH) flush();
      }
    }
    flush();
    width ||= widthOf(records.find(({ reason }) => reason === undefined));
    const last = records.at(-1);
    if (last !== undefined && frames.at(-1)?.isOpen && widthOf(last) < (width || 1))
      records[records.length - 1] = { where: last.where, reason: CUT };
    yield records;
  }
}

/** The number of cells; 0 if it is no record. */
function widthOf(record: SourceRecord | undefined): number {
  return record === undefined || record.reason !== undefined
    ? 0
    : (record.value as string[]).length;
}

function longReason({ bytes }: Frame, reason: string): string {
  return bytes === null ? `${reason}; perhaps a double quote is never closed` : reason;
}

function parseBatch(batch: readonly { where: string; text: string }[]): SourceRecord[] {
  if (batch.length > 1) {
    const cells = tryParse(batch.map(({ text }) => text).join(''));
    if (cells.length === batch.length)
      return batch.map(({ where }, k) => ({ where, value: cells[k] }));
  }
  return batch.map(({ where, text }) => {
    const cells = tryParse(text);
    if (cells.length === 1) return { where, value: cells[0] };
    const reason =
      cells.length === 0 ? 'double quotes that do not pair up' : 'more than one record';
    return { where, reason };
  });
}

/** The records of a text; none where its quotes do not pair up. */
function tryParse(text: string): (readonly string[])[] {
  const records: (readonly string[])[] = [];
  try {
    eachRow('', Buffer.from(text), (cells) => records.push(cells));
  } catch (error) {
    if (error instanceof ThetarankError) return [];
    throw error;
  }
  return records;
}

/** A row by the names of its columns. */
export type CsvRow = Readonly<Record<string, string>>;

/**
 * The rows below a header, by column. A row of another length is rejected.
 * @param needed columns that must be there
 * @throws FILE_INVALID where the header is not one, or lacks a column
 */
export async function* csvRows(
  source: Source,
  needed: readonly string[],
): AsyncGenerator<SourceRecord[]> {
  let columns: readonly string[] | undefined;
  for await (const records of csvRecords(source)) {
    const rows: SourceRecord[] = [];
    for (const record of records) {
      if (columns === undefined) columns = readHeader(source, record, needed);
      else if (record.reason !== undefined) rows.push(record);
      else rows.push(rowOf(record.where, record.value as string[], columns));
    }
    yield rows;
  }
  if (columns === undefined)
    fail('FILE_INVALID', {
      file: sourceName(source),
      found: 'an empty file',
      accepted: acceptedHeader(needed),
    });
}

function acceptedHeader(needed: readonly string[]): string {
  return needed.length === 0 ? 'a header' : `a header with the columns ${needed.join(', ')}`;
}

function readHeader(source: Source, record: SourceRecord, needed: readonly string[]): string[] {
  const accepted = acceptedHeader(needed);
  const bad = (found: string): never =>
    fail('FILE_INVALID', { file: sourceName(source), where: record.where, found, accepted });
  if (record.reason !== undefined) return bad(record.reason);
  const columns = record.value as string[];
  const missing = needed.find((name) => !columns.includes(name));
  if (missing !== undefined) {
    bad(`no column ${quoted(missing)} among ${quoted(columns.join(','))}`);
  }
  const twice = columns.find((name, k) => name !== '' && columns.indexOf(name) !== k);
  if (twice !== undefined)
    fail('FILE_INVALID', {
      file: sourceName(source),
      where: record.where,
      found: `column ${quoted(twice)} twice`,
      accepted: 'each column once',
    });
  return columns;
}

function rowOf(where: string, cells: readonly string[], columns: readonly string[]): SourceRecord {
  if (cells.length !== columns.length)
    return {
      where,
      reason: `${cells.length} cells; accepted: ${columns.length}, as in the header`,
    };
  // Without a prototype: a column may be called `constructor`.
  const row: Record<string, string> = Object.create(null);
  for (const [k, name] of columns.entries()) row[name] = cells[k];
  return { where, value: row };
}
