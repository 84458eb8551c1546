import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { fail } from '../../../src/errors.ts';
import { failToRead } from '../../../src/text/read-text.ts';
import { readWhole, type Source, sourceName } from './source.ts';
import { unpackZstandard } from './zstandard.ts';

/** What a hostile archive could make of a small file is bounded: entries, bytes of one, and bytes of all. */
const ZIP_BOUNDS = {
  entries: 200_000,
  entry: 128 * 2 ** 20,
  total: 8 * 2 ** 30,
  /** Of an archive that is no file on disk. */
  upload: 512 * 2 ** 20,
} as const;

/** Zstandard, which newer writers of zip files use. */
const ZSTANDARD = 93;

/** An entry of an archive: its bytes unpacked, or why there are none. */
export interface ZipPart {
  readonly name: string;
  /** All wanted entries of the archive by name. */
  readonly all: ReadonlyMap<string, ZipPart>;
  read(): Promise<{ bytes: Buffer } | { reason: string }>;
}

/**
 * The entries of a zip archive one after another, those only whose name is `wanted`. Of several with one name the last counts: writers
 * replace an entry by adding it again. Nothing is unpacked to disk.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID where it is no zip archive or exceeds the bounds
 */
export async function* zipEntries(
  source: Source,
  wanted: (name: string) => boolean,
  bounds: { readonly [K in keyof typeof ZIP_BOUNDS]: number } = ZIP_BOUNDS,
): AsyncGenerator<ZipPart> {
  const file = sourceName(source);
  const refuse = (found: string, accepted: string): never =>
    fail('FILE_INVALID', { file, found, accepted });
  const zip = await open(source, bounds.upload);
  try {
    const all = new Map<string, ZipPart>();
    let count = 0;
    let total = 0;
    for (;;) {
      const entry = await nextEntry(zip, file);
      if (entry === undefined) break;
      if (++count > bounds.entries)
        refuse(`more than ${bounds.entries} entries`, 'a log with fewer samples');
      const name = entry.fileName;
      if (!wanted(name)) continue;
      all.set(name, {
        name,
        all,
        async read() {
          if (entry.uncompressedSize > bounds.entry)
            return { reason: `${name}: more than ${bounds.entry} bytes unpacked` };
          total += entry.uncompressedSize;
          if (total > bounds.total)
            refuse(`more than ${bounds.total} bytes unpacked`, 'a smaller log');
          return unpack(zip, entry, bounds.entry);
        },
      });
    }
    yield* all.values();
  } finally {
    zip.close();
  }
}

async function open(source: Source, longest: number): Promise<ZipFile> {
  const file = sourceName(source);
  try {
    const options = { lazyEntries: true, autoClose: false };
    if (typeof source === 'string') return await openPromise(source, options);
    return await fromBufferPromise(await readWhole(source, longest), options);
  } catch (error) {
    if (error instanceof Error && 'errno' in error) failToRead(file, error);
    if (error instanceof Error && error.name === 'ThetarankError') throw error;
    return notZip(file, error);
  }
}

/** Names with `../..`, drive letters or a slash first end the reading: no program writes them by itself. */
function nextEntry(zip: ZipFile, file: string): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      end();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)));
    zip.once('end', () => settle(() => resolve(undefined)));
    zip.once('error', (error: Error) => settle(() => reject(asInvalid(file, error))));
    zip.readEntry();
  });
}

async function unpack(
  zip: ZipFile,
  entry: Entry,
  longest: number,
): Promise<{ bytes: Buffer } | { reason: string }> {
  const reason = `${entry.fileName}: damaged, or compressed or encrypted in a way that cannot be read`;
  try {
    const isZstandard = entry.compressionMethod === ZSTANDARD && !entry.isEncrypted();
    const raw = await zip.openReadStreamPromise(
      entry,
      isZstandard ? { decodeFileData: false } : undefined,
    );
    // What an entry says of its size need not be true.
    const most = isZstandard ? longest : entry.uncompressedSize;
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of raw as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) {
        raw.destroy();
        return { reason };
      }
      pieces.push(piece);
    }
    const read = Buffer.concat(pieces);
    const bytes = isZstandard ? unpackZstandard(read, entry.uncompressedSize) : read;
    return bytes.length === entry.uncompressedSize ? { bytes } : { reason };
  } catch {
    return { reason };
  }
}

function asInvalid(file: string, error: unknown): unknown {
  try {
    return notZip(file, error);
  } catch (invalid) {
    return invalid;
  }
}

function notZip(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message.slice(0, 120) : 'unknown';
  return fail('FILE_INVALID', {
    file,
    found: `not a readable zip archive (${reason})`,
    accepted: 'a whole .eval file',
  });
}
