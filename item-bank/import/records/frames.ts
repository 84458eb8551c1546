/** A stretch of a file: a line, a CSV record, an element of a JSON list. */
export interface Frame {
  /** The lines it begins and ends on, as an editor counts them. */
  readonly line: number;
  readonly lastLine: number;
  /** With what ends it; null where it is too long, and was not kept. */
  readonly bytes: Buffer | null;
  /** Whether the file ends before the frame does. */
  readonly isOpen: boolean;
}

/** Finds where frames end. It keeps what it has to know between calls. */
export interface Splitter {
  /** Where the frame that goes on at `from` ends, past its last byte; -1 where it goes on beyond the chunk. */
  end(chunk: Buffer, from: number): number;
  /** Whether blanks and line ends before a frame are no part of it. */
  readonly skipsBlanks: boolean;
  /** Called once where a frame has become too long, before it is looked at further. */
  giveUp(): void;
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];
const MOST_AT_ONCE = 512;

/**
 * Cuts bytes into frames, those of one chunk together. No more than a chunk and a frame of `longest` bytes is held; the
 * rest of a longer one is passed over to where `splitter` ends it.
 */
export async function* cutFrames(
  chunks: AsyncIterable<Buffer>,
  splitter: Splitter,
  longest: number,
  startLine = 1,
): AsyncGenerator<Frame[]> {
  let line = startLine;
  let firstLine = startLine;
  let pieces: Buffer[] = [];
  let length = 0;
  const frame = (isOpen = false): Frame => {
    const bytes = length > longest ? null : pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const endsLine = pieces.at(-1)?.at(-1) === LF;
    const made = {
      line: firstLine,
      lastLine: Math.max(firstLine, endsLine ? line - 1 : line),
      bytes,
      isOpen,
    };
    pieces = [];
    length = 0;
    firstLine = line;
    return made;
  };
  for await (const chunk of chunks) {
    let frames: Frame[] = [];
    for (let from = 0; from < chunk.length; ) {
      if (length === 0 && splitter.skipsBlanks) {
        const blanks = blanksFrom(chunk, from);
        from = blanks.end;
        line += blanks.lineEnds;
        firstLine = line;
        if (from === chunk.length) break;
      }
      const end = splitter.end(chunk, from);
      const to = end === -1 ? chunk.length : end;
      const piece = chunk.subarray(from, to);
      const wasLong = length > longest;
      length += piece.length;
      line += lineEnds(piece);
      if (length <= longest) pieces.push(piece);
      else pieces = [piece.subarray(-1)];
      if (end !== -1) frames.push(frame());
      else if (length > longest && !wasLong) splitter.giveUp();
      from = to;
      // A chunk of nothing but line ends or commas has a million frames.
      if (frames.length === MOST_AT_ONCE) {
        yield frames;
        frames = [];
      }
    }
    // A piece that waits for its end would keep its whole chunk.
    if (pieces.length > 0) pieces[pieces.length - 1] = Buffer.from(pieces[pieces.length - 1]);
    if (frames.length > 0) yield frames;
  }
  if (length > 0) yield [frame(true)];
}

/** Where the blanks at `from` end, and how many lines end within them: a gigabyte of them is passed over in seconds. */
export function blanksFrom(chunk: Buffer, from: number): { end: number; lineEnds: number } {
  let lineEnds = 0;
  let end = from;
  for (; end < chunk.length; end++) {
    const byte = chunk[end];
    if (byte === LF) lineEnds++;
    else if (byte !== SPACE && byte !== CR && byte !== TAB) break;
  }
  return { end, lineEnds };
}

/** The number of line ends in a text. */
export function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}
