import { isUtf8 } from 'node:buffer';
import { fail } from '../../../src/errors.ts';
import { exactJson } from '../../../src/text/parse-json.ts';
import { withoutPythonNumbers } from '../../../src/text/python-json.ts';
import { quoted } from '../../../src/text/quoted.ts';
import { repeatedField } from '../../../src/text/repeated-field.ts';
import type { Frame } from './frames.ts';

/** A record of a file, or why it is none. */
export type SourceRecord =
  | { readonly where: string; readonly value: unknown; readonly reason?: never }
  | {
      readonly where: string;
      readonly reason: string;
      /** Whether the file tells that it once had more records. */
      readonly isEnd?: boolean;
    };

/** The most bytes a record may have: an item of the longest texts, in UTF-8 and escaped, and the most images stays below. */
export const LONGEST_RECORD = 8 * 2 ** 20;

/** Thrown by readers and importers for one record that is left out; the import goes on. */
export class Rejection extends Error {
  /** Whether it is left out on purpose, so that the import is whole without it. */
  readonly isMeant: boolean;
  constructor(reason: string, isMeant = false) {
    super(reason);
    this.name = 'Rejection';
    this.isMeant = isMeant;
  }
}

/** Why there is no record where the file ends within one. */
export const CUT = 'the file ends within it';

/** The records that a file lacks at its end. @param isCertain false where the file may be whole: then the import goes on and is partial */
export function lacking(found: string, isCertain: boolean): SourceRecord {
  return { where: 'the end of the file', reason: found, isEnd: isCertain };
}

/** @throws FILE_INVALID for a file that ends within this record, or before it */
export function refuseCut(file: string, record: SourceRecord): void {
  if (record.reason === undefined) return;
  if (record.reason !== CUT && record.isEnd !== true) return;
  fail('FILE_INVALID', {
    file,
    where: record.where,
    found: record.isEnd === true ? record.reason : 'a file that is cut off here',
    accepted: 'a whole file; bank import and bank convert keep the records before with --partial',
  });
}

/** Where a frame stands. */
export function placeOf({ line, lastLine }: Frame): string {
  return lastLine === line ? `line ${line}` : `lines ${line} to ${lastLine}`;
}

/** The text of a frame of UTF-8, or why it has none. */
export function frameText({ bytes, isOpen }: Frame): { text: string } | { reason: string } {
  if (bytes === null) return { reason: `more than ${LONGEST_RECORD} bytes` };
  // A file can end within a character.
  if (isOpen && !isUtf8(bytes)) return { reason: CUT };
  return { text: bytes.toString('utf8') };
}

/** Why a text is no record where records are JSON. */
export const NO_JSON = 'not JSON';

/** A JSON value from a text, or why there is none. */
export function jsonRecord(where: string, text: string): SourceRecord {
  let value: unknown;
  try {
    value = parseLenient(text);
  } catch {
    return { where, reason: NO_JSON };
  }
  const twice = repeatedField(text, value);
  if (twice !== null)
    return {
      where,
      reason: `the field ${quoted(twice.field)} twice in one object${twice.line === 1 ? '' : `, the second time in line ${twice.line} of it`}`,
    };
  // Written out, or with escapes.
  const isSuspect = text.includes('__proto__') || /\\u00(5f|70|72|6f|74)/i.test(text);
  if (isSuspect && hasProtoField(value)) return { where, reason: PROTO_REASON };
  return { where, value };
}

function parseLenient(text: string): unknown {
  try {
    return exactJson(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return exactJson(withoutPythonNumbers(text));
  }
}

/** Such a field would be dropped without a word where objects are made of others. */
export const PROTO_REASON = 'a field __proto__';

/** Whether there is a field `__proto__` at any depth; without recursion, as nesting can be deep. */
export function hasProtoField(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const child of Object.values(next)) open.push(child);
  }
  return false;
}
