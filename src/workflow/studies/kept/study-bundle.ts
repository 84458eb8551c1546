import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { checkName } from '../../../shared-files/check-name.ts';
import { parseJson } from '../../../text/parse-json.ts';
import { isMissing } from '../../../text/system-reason.ts';

/** A file of a folder, by its path there with / between parts. */
export interface FolderFile {
  readonly name: string;
  readonly path: string;
}

/** Of each file in a bundle: one line of JSON before its bytes. */
const entry = z.strictObject({ name: z.string(), bytes: z.int().nonnegative() });
/** In bytes: longer lines are no entries. */
const LONGEST_ENTRY = 5_000;
const NEWLINE = 10;

/** Several files as one. A file that is removed meanwhile is left out; one that is replaced is read as it was. */
export async function* bundle(files: readonly FolderFile[]): AsyncGenerator<Uint8Array> {
  for (const { name, path } of files) {
    let handle: FileHandle;
    try {
      handle = await open(path);
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    try {
      const { size: bytes } = await handle.stat();
      yield Buffer.from(`${JSON.stringify({ name, bytes })}\n`);
      if (bytes === 0) continue;
      let read = 0;
      for await (const chunk of handle.createReadStream({ end: bytes - 1, autoClose: false })) {
        read += chunk.length;
        yield chunk;
      }
      if (read < bytes) throw new RangeError(`${path} became shorter while it was read`);
    } finally {
      await handle.close();
    }
  }
}

/**
 * Writes the files of a bundle into a folder, in place of those that are there.
 * @param of the bundle, for messages
 * @throws SHARED_FILE_DAMAGED
 */
export async function unbundle(
  content: AsyncIterable<Uint8Array>,
  folder: string,
  of: { readonly name: string; readonly place: string },
): Promise<void> {
  const reader = new BundleReader(content);
  for (;;) {
    const line = await reader.line();
    if (line === null) return;
    const found = entry.safeParse(parseJson(line));
    if (!found.success) return fail('SHARED_FILE_DAMAGED', of);
    const { name, bytes } = found.data;
    checkName(name);
    const path = join(folder, ...name.split('/'));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = createWriteStream(path, { mode: 0o600 });
    await pipeline(reader.bytes(bytes), written);
    if (written.bytesWritten !== bytes) fail('SHARED_FILE_DAMAGED', of);
  }
}

/** Lines and numbers of bytes, in turn, of a stream of bytes. */
class BundleReader {
  readonly #parts: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#parts = content[Symbol.asyncIterator]();
  }

  /** Null at the end. What is too long for an entry is given as it is. */
  async line(): Promise<string | null> {
    for (;;) {
      const at = this.#held.indexOf(NEWLINE);
      if (at >= 0 || this.#held.length > LONGEST_ENTRY) {
        const end = at < 0 ? this.#held.length : at + 1;
        const line = this.#held.subarray(0, end);
        this.#held = this.#held.subarray(end);
        return line.toString('utf8');
      }
      const part = await this.#next();
      if (part === null) {
        const rest = this.#held;
        this.#held = Buffer.alloc(0);
        return rest.length === 0 ? null : rest.toString('utf8');
      }
      this.#held = Buffer.concat([this.#held, part]);
    }
  }

  /** Fewer if the stream ends. */
  async *bytes(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0) {
        const part = await this.#next();
        if (part === null) return;
        this.#held = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      }
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async #next(): Promise<Uint8Array | null> {
    const { value, done } = await this.#parts.next();
    return done ? null : value;
  }
}
