import { fail } from '../errors.ts';
import { parseJson } from './parse-json.ts';
import { quoted } from './quoted.ts';
import { repeatedField } from './repeated-field.ts';

/**
 * The value of a file, or of one of its lines, as `parseJson` reads it; undefined if it is not JSON.
 * @param line where the text begins
 * @throws FILE_INVALID for a field that stands twice in one object
 */
export function fileJson(file: string, text: string, line = 1): unknown {
  const value = parseJson(text);
  const twice = value === undefined ? null : repeatedField(text, value);
  if (twice !== null)
    fail('FILE_INVALID', {
      file,
      where: `line ${line + twice.line - 1}`,
      found: `the field ${quoted(twice.field)} twice in one object`,
      accepted: 'each field of an object once',
    });
  return value;
}
