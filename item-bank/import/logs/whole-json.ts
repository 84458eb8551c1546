import { fail } from '../../../src/errors.ts';
import { jsonRecord } from '../records/records.ts';
import { readChunks, type Source, sourceName } from '../records/source.ts';

/** Larger files are refused: they are read whole. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * The JSON value of a whole file; undefined where it is not JSON.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID for text that is not UTF-8 and for more than 256 MiB
 */
export async function wholeJson(source: Source): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(source)) {
    size += chunk.length;
    if (size > MOST_BYTES)
      fail('FILE_INVALID', {
        file: sourceName(source),
        found: `more than ${MOST_BYTES} bytes`,
        accepted: 'fewer: such a file is read whole',
      });
    pieces.push(chunk);
  }
  const record = jsonRecord('', Buffer.concat(pieces).toString('utf8'));
  return record.reason === undefined ? record.value : undefined;
}
