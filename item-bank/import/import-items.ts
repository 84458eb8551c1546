import { fail } from '../../src/errors.ts';
import type { Item } from '../items/item.ts';
import type { ItemFormat } from './format.ts';
import { Rejection, refuseCut } from './records/records.ts';
import { type Source, sourceName } from './records/source.ts';

/** Of a file with nothing but errors, so many are listed; all are counted. */
export const MOST_LISTED = 1000;

/** A file that begins with so many records that are no items is not of the format. */
export const MOST_AT_START = 10_000;
/** After so many in a row, what follows is not either. */
const MOST_IN_A_ROW = 1_000_000;

/** What became of the records: read = accepted + rejectedCount + duplicates. Complete once the items are read. */
export interface ImportReport {
  readonly file: string;
  /** Records, without headers and blank lines. */
  read: number;
  accepted: number;
  rejectedCount: number;
  /** Whether a record is missing that should be there: one was left out, and not on purpose. */
  isPartial: boolean;
  /** The first 1,000 of the records left out as they are no valid item, or as their id is taken. */
  readonly rejected: { readonly where: string; readonly reason: string }[];
  /** Records left out as an item before them has the same content. */
  duplicates: number;
  /** The first 1,000 of them: the id left out, and that of the item it repeats. */
  readonly duplicated: { readonly where: string; readonly id: string; readonly of: string }[];
}

/** The report on a file of which nothing is read yet. */
export function newReport(file: string): ImportReport {
  return {
    file,
    read: 0,
    accepted: 0,
    rejectedCount: 0,
    isPartial: false,
    rejected: [],
    duplicates: 0,
    duplicated: [],
  };
}

/** What is known already. An import adds to it, so that several files can be read as one bank. */
export interface KnownItems {
  /** The id of the item with a content hash. */
  idOfHash(hash: string): string | undefined;
  has(id: string): boolean;
  add(item: Item): void;
}

/** Items known in memory: some 300 bytes an item. */
export function knownItems(): KnownItems {
  const idOf = new Map<string, string>();
  const ids = new Set<string>();
  return {
    idOfHash: (hash) => idOf.get(hash),
    has: (id) => ids.has(id),
    add({ id, hash }) {
      // Of several items of one content the first one is what others repeat.
      if (!idOf.has(hash)) idOf.set(hash, id);
      ids.add(id);
    },
  };
}

/** Who wants to know of each record. */
export interface ImportListener {
  /** Whether a file that ends within a record is read as far as it goes. */
  readonly mayBeCut?: boolean;
  /** Looks at a valid item before anything is done with it. @returns the item to keep. Ends the import by throwing. */
  checked?(item: Item, where: string): Item;
  /** A record that was left out as it is no valid item, or as its id is taken; `value` where it could be read. */
  rejected?(where: string, reason: string, value: unknown): void;
  /** A record of the item `id`, which was accepted or is known already; `item` as this record has it. */
  record?(value: unknown, id: string, item: Item): void;
}

export interface ItemImport extends AsyncIterable<Item> {
  readonly report: ImportReport;
}

/**
 * Imports items one after another as they are iterated, once: `for await (const item of importItems(…))`. Records that
 * are no valid item are left out and listed in the report, as are those whose content or id is known. Who wants a file
 * whole or not at all looks at the report before keeping the items.
 *
 * Besides `known`, memory holds no more than a chunk and a record of the file.
 * @throws while iterating: FILE_NOT_FOUND, FILE_UNREADABLE, and FILE_INVALID where a file as a whole is not of the format
 */
export function importItems(
  format: ItemFormat,
  source: Source,
  known: KnownItems = knownItems(),
  listener: ImportListener = {},
): ItemImport {
  const report = newReport(sourceName(source));
  let inARow = 0;
  const reject = (where: string, reason: string, value?: unknown, isMeant = false) => {
    report.rejectedCount++;
    report.isPartial ||= !isMeant;
    if (report.rejected.length < MOST_LISTED) report.rejected.push({ where, reason });
    listener.rejected?.(where, reason, value);
    const isStart = report.accepted + report.duplicates === 0;
    if (++inARow >= (isStart ? MOST_AT_START : MOST_IN_A_ROW)) failToFindItems(report, inARow);
  };
  async function* items(): AsyncGenerator<Item> {
    for await (const records of format.records(source))
      for (const record of records) {
        report.read++;
        if (record.reason !== undefined) {
          if (listener.mayBeCut !== true) refuseCut(report.file, record);
          reject(record.where, record.reason);
          continue;
        }
        const valid = itemOrRejection(format, record.value, source);
        if (valid instanceof Rejection) {
          reject(record.where, valid.message, record.value, valid.isMeant);
          continue;
        }
        const item = listener.checked?.(valid, record.where) ?? valid;
        const first = known.idOfHash(item.hash);
        if (first !== undefined) {
          report.duplicates++;
          if (report.duplicated.length < MOST_LISTED)
            report.duplicated.push({ where: record.where, id: item.id, of: first });
          inARow = 0;
          listener.record?.(record.value, first, item);
        } else if (known.has(item.id)) {
          reject(record.where, `id ${item.id} again, with other content`, record.value);
        } else {
          known.add(item);
          report.accepted++;
          inARow = 0;
          listener.record?.(record.value, item.id, item);
          yield item;
        }
      }
  }
  const run = items();
  return { report, [Symbol.asyncIterator]: () => run };
}

function failToFindItems({ file, rejected, accepted }: ImportReport, inARow: number): never {
  const first = rejected[0];
  fail('FILE_INVALID', {
    file,
    found: `${inARow} records in a row that are not items${accepted > 0 ? '' : ` (${first.where}: ${first.reason})`}`,
    accepted: 'a file of this format',
  });
}

function itemOrRejection(format: ItemFormat, value: unknown, source: Source): Item | Rejection {
  try {
    return format.item(value, source);
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}
