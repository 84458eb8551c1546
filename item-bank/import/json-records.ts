import { jsonLines } from './json-lines.ts';
import { jsonList } from './json-list.ts';
import type { SourceRecord } from './records.ts';
import { readChunks, type Source } from './source.ts';

const [LF, OPEN_LIST] = [0x0a, 0x5b];
const BLANKS = [0x09, LF, 0x0d, 0x20];

/** The values of a file of JSON: one list where it begins with `[`, else one value a line. */
export async function* jsonRecords(source: Source): AsyncGenerator<SourceRecord[]> {
  const chunks = readChunks(source);
  let lineEnds = 0;
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true) return;
    const at = value.findIndex((byte) => !BLANKS.includes(byte));
    for (let k = 0; k < (at === -1 ? value.length : at); k++) if (value[k] === LF) lineEnds++;
    if (at === -1) continue;
    const read = value[at] === OPEN_LIST ? jsonList : jsonLines;
    yield* read(chain(value.subarray(at), chunks), 1 + lineEnds);
    return;
  }
}

async function* chain(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
