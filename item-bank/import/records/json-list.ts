import { cutFrames, type Frame, type Splitter } from './frames.ts';
import {
  CUT,
  frameText,
  jsonRecord,
  LONGEST_RECORD,
  placeOf,
  type SourceRecord,
} from './records.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

interface ListSplitter extends Splitter {
  /** The bytes that ended the frames so far, for the reader to take off; the last frame of a file may have none. */
  readonly ends: number[];
}

/**
 * Cuts one JSON list into its opening bracket, its elements with the comma or bracket after each, and what follows it.
 * It only counts brackets outside strings; JSON.parse reads the elements.
 */
function listSplitter(): ListSplitter {
  const ends: number[] = [];
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Whether a frame ends with this byte. */
  const isEnd = (byte: number): boolean => {
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inString = false;
      return false;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) return ++depth === 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) return depth > 0 && --depth === 0;
    return byte === COMMA && depth === 1;
  };
  return {
    ends,
    skipsBlanks: true,
    giveUp() {},
    end(chunk, from) {
      for (let at = from; at < chunk.length; at++) {
        if (!isEnd(chunk[at])) continue;
        ends.push(chunk[at]);
        return at + 1;
      }
      return -1;
    },
  };
}

/** The elements of a file that is one JSON list. Of the file, no more than an element and a mebibyte is held. */
export async function* jsonList(
  chunks: AsyncIterable<Buffer>,
  startLine = 1,
): AsyncGenerator<SourceRecord[]> {
  const splitter = listSplitter();
  let count = 0;
  let closed = false;
  let isCut = false;
  for await (const frames of cutFrames(chunks, splitter, LONGEST_RECORD, startLine)) {
    const ends = splitter.ends.splice(0);
    yield frames.flatMap((frame, k): SourceRecord[] => {
      const number = count++;
      const isOpening = number === 0;
      const isAfter = closed;
      const isLast = !isAfter && ends[k] === CLOSE_LIST;
      closed ||= isLast;
      const read = frameText(frame);
      const place = placeOf(fromFirstText(frame, read));
      const where = isAfter ? place : `${place}, element ${number}`;
      isCut = !isAfter && frame.isOpen;
      if ('reason' in read) return [{ where, reason: read.reason }];
      const text = read.text.trim();
      if (isOpening) return text === '[' ? [] : [{ where, reason: 'text before the list' }];
      if (isAfter) return text === '' ? [] : [{ where, reason: 'text after the list' }];
      if (ends[k] === undefined) return text === '' ? [] : [{ where, reason: CUT }];
      const value = text.slice(0, -1);
      // The list may be empty, or have a comma after its last element.
      return isLast && value.trim() === '' ? [] : [jsonRecord(where, value)];
    });
  }
  if (count > 0 && !closed && !isCut) yield [{ where: 'the end of the file', reason: CUT }];
}

/** A frame without the line ends before its text. */
function fromFirstText(frame: Frame, read: ReturnType<typeof frameText>): Frame {
  const blanks = ('text' in read && /^\s*/.exec(read.text)?.[0]) || '';
  return { ...frame, line: Math.min(frame.lastLine, frame.line + blanks.split('\n').length - 1) };
}
