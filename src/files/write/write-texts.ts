import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, ThetarankError } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';
import { checkWritable } from './write.ts';

/**
 * Writes texts as they come: to standard output, or to a file, which is there whole or not at all.
 * @throws FILE_UNWRITABLE, and what the texts throw
 */
export async function writeTexts(
  path: string | undefined,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  if (path === undefined) {
    await pipeline(Readable.from(texts), process.stdout, { end: false });
    return;
  }
  checkWritable([path]);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await pipeline(
      Readable.from(texts),
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof ThetarankError || !(error instanceof Error && 'errno' in error))
      throw error;
    fail('FILE_UNWRITABLE', { file: path, reason: systemReason(error) });
  }
}
