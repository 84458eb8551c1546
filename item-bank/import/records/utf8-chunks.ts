import { isUtf8 } from 'node:buffer';
import { fail } from '../../../src/errors.ts';
import { LOOK, linesBeyondAscii, notUtf8 } from '../../../src/text/encoding.ts';
import { firstBadLine } from '../../../src/text/read-text.ts';
import { lineEnds } from './frames.ts';

/**
 * The chunks of a file, as they come, as long as they are UTF-8. A character may begin in one and end in the next; the file may
 * end within the last one.
 * @throws FILE_INVALID with the line of the first byte that is not UTF-8, and the encoding of the text, if it can be told
 */
export async function* utf8Chunks(
  file: string,
  chunks: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  let line = 1;
  /** The beginning of a character that the last chunk ended within. */
  let open: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
    const end = text.length - openLength(text);
    if (!isUtf8(text.subarray(0, end))) await refuse(file, line, text, chunks);
    open = Buffer.from(text.subarray(end));
    line += lineEnds(chunk);
    yield chunk;
  }
}

/** How many bytes at the end begin a character that has more. */
function openLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length];
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const whole = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > length ? length : 0;
  }
  return 0;
}

/** @param line of the first byte of `text`, which has the first that is not UTF-8; the encoding is told by all text from there */
async function refuse(
  file: string,
  line: number,
  text: Buffer,
  rest: AsyncGenerator<Buffer>,
): Promise<never> {
  const bad = firstBadLine(text);
  let look = linesBeyondAscii(text.subarray(bad.start));
  while (look.length < LOOK) {
    const { value, done } = await rest.next();
    if (done === true) break;
    look = Buffer.concat([look, linesBeyondAscii(value)]);
  }
  const where = `line ${line + bad.line - 1}`;
  return fail('FILE_INVALID', { file, where, ...notUtf8(file, look) });
}
