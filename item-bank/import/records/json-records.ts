import { blanksFrom } from './frames.ts';
import { jsonLines } from './json-lines.ts';
import { jsonList } from './json-list.ts';
import type { SourceRecord } from './records.ts';
import { readChunks, type Source } from './source.ts';

const OPEN_LIST = 0x5b;

/** The values of a file of JSON: one list where it begins with `[`, else one value a line. */
export async function* jsonRecords(source: Source): AsyncGenerator<SourceRecord[]> {
  const chunks = readChunks(source);
  let lineEnds = 0;
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) return;
    const blanks = blanksFrom(value, 0);
    lineEnds += blanks.lineEnds;
    const at = blanks.end;
    if (at === value.length) continue;
    const read = value[at] === OPEN_LIST ? jsonList : jsonLines;
    yield* read(chain(value.subarray(at), chunks), 1 + lineEnds);
    return;
  }
}

async function* chain(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
