import { writeSync } from 'node:fs';
import { ByteWriter, ParquetWriter as Encoder } from 'hyparquet-writer';
import { fail } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';
import { openReplacement, type Replacement } from '../write/replacement.ts';
import {
  encodingOf,
  type ParquetColumn,
  type ParquetValues,
  type Stored,
  schemaOf,
  storedValue,
} from './column-types.ts';

/** A Parquet file while it is written. */
export interface ParquetWriter {
  /**
   * Adds rows: for each column by its name as many values as for the others. They are copied.
   * @throws RangeError where a column is missing or of another length, or does not take a value; FILE_UNWRITABLE
   */
  add(batch: Readonly<Record<string, ParquetValues>>): void;
  /** Writes what is left, and gives the file its name. @throws FILE_UNWRITABLE */
  close(): void;
  /** Gives up: nothing of the file is left. Does nothing after `close`. */
  discard(): void;
}

export interface ParquetOptions {
  /** Kept in the file, by key: which study, which version … */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Rows that are encoded together (default 65,536). */
  readonly rowGroup?: number;
}

/** Few enough to keep in memory as they come, many enough that readers skip and compress well. */
const ROW_GROUP = 65_536;

/**
 * Writes a table as a Parquet file (Snappy, with least and most values of each row group) as its rows come. There is
 * never more in memory than one row group. The file has its name when it is closed, and is whole then; a file that was
 * there before stays until then. The same rows give the same bytes, in whatever batches they come.
 *
 * Who needs it seldom imports this module when it comes to that: the encoder takes some time to load.
 * @throws RangeError where columns have no name or the same; FILE_UNWRITABLE
 */
export function parquetWriter(
  path: string,
  columns: readonly ParquetColumn[],
  { metadata = {}, rowGroup = ROW_GROUP }: ParquetOptions = {},
): ParquetWriter {
  checkColumns(columns);
  const file = orUnwritable(path, () => openReplacement(path));
  const bytes = flushedTo(file);
  const encoder = new Encoder({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: 'thetarank',
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  });
  let pending: Stored[][] = columns.map(() => []);
  let rows = 0;
  const writeGroup = () => {
    const columnData = columns.map((column, k) => ({
      name: column.name,
      data: pending[k],
      offsetIndex: false,
      ...encodingOf(column),
    }));
    pending = columns.map(() => []);
    encoder.write({ columnData, rowGroupSize: rowGroup });
  };
  const guarded = (work: () => void) => {
    try {
      orUnwritable(path, work);
    } catch (error) {
      file.discard();
      throw error;
    }
  };
  return {
    add(batch) {
      const given = columns.map(({ name }) => valuesOf(batch, name));
      const length = given[0].length;
      columns.forEach(({ name }, k) => {
        if (given[k].length !== length)
          throw new RangeError(`column ${name}: ${given[k].length} values for ${length} rows`);
      });
      guarded(() => {
        for (let row = 0; row < length; row++, rows++) {
          for (let k = 0; k < columns.length; k++)
            pending[k].push(storedValue(columns[k], given[k][row], rows));
          if (pending[0].length === rowGroup) writeGroup();
        }
      });
    },
    close() {
      guarded(() => {
        if (pending[0].length > 0) writeGroup();
        encoder.finish();
        file.keep();
      });
    },
    discard: () => file.discard(),
  };
}

function checkColumns(columns: readonly ParquetColumn[]): void {
  if (columns.length === 0) throw new RangeError('no column to write');
  const names = new Set<string>();
  for (const { name } of columns) {
    if (name === '' || names.has(name))
      throw new RangeError(name === '' ? 'a column without a name' : `two columns ${name}`);
    names.add(name);
  }
}

function valuesOf(batch: Readonly<Record<string, ParquetValues>>, name: string): ParquetValues {
  if (!Object.hasOwn(batch, name)) throw new RangeError(`column ${name}: no values`);
  return batch[name];
}

/** A buffer that is emptied into the file after each row group and at the end. */
function flushedTo({ descriptor }: Replacement): ByteWriter {
  const bytes = new ByteWriter(1 << 16);
  const flush = () => {
    const all = bytes.getBytes();
    for (let at = 0; at < all.length; ) at += writeSync(descriptor, all, at);
    bytes.index = 0;
  };
  return Object.assign(bytes, { flush, finish: flush });
}

/** Errors of the system have a code; the user can fix them. */
function orUnwritable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error)) throw error;
    return fail('FILE_UNWRITABLE', { file, reason: systemReason(error) });
  }
}
