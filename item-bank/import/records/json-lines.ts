import { cutFrames, type Splitter } from './frames.ts';
import {
  CUT,
  frameText,
  jsonRecord,
  LONGEST_RECORD,
  NO_JSON,
  placeOf,
  type SourceRecord,
} from './records.ts';

const LF = 10;

const lines: Splitter = {
  skipsBlanks: true,
  end: (chunk, from) => chunk.indexOf(LF, from) + 1 || -1,
  giveUp() {},
};

/** The values of JSON Lines; blank lines are no records. */
export async function* jsonLines(
  chunks: AsyncIterable<Buffer>,
  startLine = 1,
): AsyncGenerator<SourceRecord[]> {
  for await (const frames of cutFrames(chunks, lines, LONGEST_RECORD, startLine))
    yield frames.flatMap((frame): SourceRecord[] => {
      const where = placeOf(frame);
      const read = frameText(frame);
      if ('reason' in read) return [{ where, reason: read.reason }];
      const text = read.text.trim();
      if (text === '') return [];
      const record = jsonRecord(where, text);
      const isCut = frame.isOpen && record.reason === NO_JSON && text.startsWith('{');
      return [isCut ? { where, reason: CUT } : record];
    });
}
