import { createReadStream } from 'node:fs';

/** The bytes of a file, which is opened when somebody begins to read. */
export async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
