import { fail } from '../../../src/errors.ts';
import { jsonRecord, NO_JSON } from '../records/records.ts';
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
  return jsonOf(source, Buffer.concat(pieces));
}

/** @throws FILE_INVALID for JSON that cannot be used as it is, such as a field that stands twice in one object */
export function jsonOf(source: Source, bytes: Buffer): unknown {
  const record = jsonRecord('', bytes.toString('utf8'));
  if (record.reason === undefined) return record.value;
  if (record.reason === NO_JSON) return undefined;
  return fail('FILE_INVALID', {
    file: sourceName(source),
    found: record.reason,
    accepted: 'JSON in which each field of an object has one value',
  });
}
