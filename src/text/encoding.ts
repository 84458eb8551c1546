import { isAscii, isUtf8 } from 'node:buffer';
import { shellWord } from '../shell-word.ts';

/** Bytes that are looked at: more do not tell more of an encoding. */
export const LOOK = 2 ** 16;
const LF = 10;
/** Of the characters beyond ASCII, at least this share is Chinese or a sign of Chinese text where bytes are read as GB18030. */
const CHINESE_SHARE = 0.9;
/** Of every second byte, zeros in UTF-16 of text that is mostly ASCII. */
const ZERO_SHARE = 0.9;
/** Fewer characters do not tell: some pairs of Latin letters with accents are Chinese as well. */
const LEAST_CHINESE = 4;
const REPLACEMENT = '\uFFFD';
/** Also the signs of questions about mathematics and physics, such as × and °. */
const CHINESE =
  /[\p{Script=Han}\p{Script=Greek}\p{Sm}\u3000-\u303F\uFF00-\uFFEF\u2010-\u2027°′″℃]/u;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;

/** Encodings that are told from UTF-8, by the names that iconv has for them. */
type Encoding = 'UTF-16' | 'UTF-16LE' | 'UTF-16BE' | 'GB18030';

/** What was found and what is accepted, for text that is not UTF-8. */
export interface NotUtf8 {
  readonly found: string;
  readonly accepted: string;
}

/**
 * What is said of text that is not UTF-8: its encoding, if it can be told, and the command that converts it.
 * @param bytes of the file, from the beginning of a line
 */
export function notUtf8(file: string, bytes: Buffer): NotUtf8 {
  const encoding = guessEncoding(bytes);
  if (encoding === null) return { found: 'bytes that are not UTF-8 text', accepted: 'UTF-8 text' };
  const converted = file.replace(/(\.[^./\\]+)?$/, '.utf8$1');
  return {
    found: `${encoding === 'GB18030' ? encoding : 'UTF-16'} text`,
    accepted: `UTF-8 text. To convert it: iconv -f ${encoding} -t UTF-8 ${shellWord(file)} > ${shellWord(converted)}`,
  };
}

/**
 * The encoding of text that is not UTF-8; null if it cannot be told. UTF-16 is known by its mark or by its zeros, GB18030 (with GBK
 * and GB2312) by the Chinese text that its lines beyond ASCII give.
 */
export function guessEncoding(bytes: Buffer): Encoding | null {
  const utf16 = guessUtf16(bytes);
  if (utf16 !== null) return utf16;
  return !isUtf8(bytes) && isChinese(linesBeyondAscii(bytes)) ? 'GB18030' : null;
}

/** UTF-16, by its mark or by the zeros of text that is mostly ASCII; such text without a mark may be valid UTF-8. */
export function guessUtf16(bytes: Buffer): Encoding | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  return zeroEncoding(bytes.subarray(0, LOOK));
}

/** The lines of a text that are not ASCII, as far as they are looked at. Of GB18030, no character has the byte LF. */
export function linesBeyondAscii(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < LOOK; ) {
    const end = bytes.indexOf(LF, start) + 1 || bytes.length;
    const line = bytes.subarray(start, Math.min(end, start + LOOK));
    if (!isAscii(line)) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

/** UTF-16 without a mark, of text that is mostly ASCII. */
function zeroEncoding(bytes: Buffer): Encoding | null {
  const [even, odd] = [0, 1].map(
    (start) => bytes.filter((byte, i) => i % 2 === start && byte === 0).length / (bytes.length / 2),
  );
  if (odd > ZERO_SHARE && even < 1 - ZERO_SHARE) return 'UTF-16LE';
  return even > ZERO_SHARE && odd < 1 - ZERO_SHARE ? 'UTF-16BE' : null;
}

function isChinese(bytes: Buffer): boolean {
  // UTF-8 with a damaged character, or cut within one, has few of these.
  const broken = beyondAscii(bytes, 'utf-8');
  if (2 * broken.filter((character) => character === REPLACEMENT).length < broken.length)
    return false;
  const beyond = beyondAscii(bytes, 'gb18030');
  const chinese = beyond.filter((character) => CHINESE.test(character)).length;
  return chinese >= LEAST_CHINESE && chinese >= CHINESE_SHARE * beyond.length;
}

/** The characters beyond ASCII of what may end within a character. */
function beyondAscii(bytes: Buffer, encoding: string): string[] {
  return new TextDecoder(encoding).decode(bytes, { stream: true }).match(BEYOND_ASCII) ?? [];
}
