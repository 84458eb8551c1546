import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { fail } from '../../../src/errors.ts';
import { failToRead } from '../../../src/text/read-text.ts';
import type { SourceRecord } from './records.ts';
import { readWhole, type Source, sourceName } from './source.ts';

/** What the decoding thread reads. */
export type ParquetStart =
  | { readonly path: string; readonly bytes?: never }
  | { readonly path?: never; readonly bytes: Uint8Array<ArrayBuffer> };

/** The next records, null after the last; or why the file cannot be read. */
export type ParquetReply =
  | { readonly records: SourceRecord[] | null; readonly reason?: never }
  | { readonly reason: string };

/** Of a file that is not on disk. */
const LONGEST_UPLOAD = 512 * 2 ** 20;
/** A hostile file that makes the decoder fill its memory ends this thread and not the program. */
const MEMORY_MIB = 2048;
/** The same for one that keeps it busy: a run of four bytes can stand for 2³⁰ values. A row group of full size takes seconds. */
const MOST_SECONDS = 180;

/**
 * The rows of a Parquet file as records of its columns, read by row group.
 * @param memoryMib what the decoding thread may use
 * @param seconds how long it may take for the next records
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID where it is no Parquet file or exceeds the bounds
 */
export async function* parquetRows(
  source: Source,
  memoryMib = MEMORY_MIB,
  seconds = MOST_SECONDS,
): AsyncGenerator<SourceRecord[]> {
  const worker = new Worker(new URL(`./parquet-worker.${extension()}`, import.meta.url), {
    workerData: await startOf(source),
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
  });
  // The decoder can fail beside the records that it gives, when nobody waits for a message: without a listener that ends the program.
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => {});
  try {
    for (;;) {
      worker.postMessage('next');
      const reply = await nextReply(worker, failed, memoryMib, seconds);
      if (reply.reason !== undefined) failToDecode(source, reply.reason);
      if (reply.records === null) return;
      yield reply.records;
    }
  } finally {
    await worker.terminate();
  }
}

async function startOf(source: Source): Promise<ParquetStart> {
  if (typeof source !== 'string') {
    const whole = await readWhole(source, LONGEST_UPLOAD);
    // Of its own buffer: that of a short one is shared.
    return { bytes: new Uint8Array(whole) };
  }
  try {
    await (await open(source)).close();
    return { path: source };
  } catch (error) {
    return failToRead(source, error);
  }
}

async function nextReply(
  worker: Worker,
  failed: Promise<never>,
  memoryMib: number,
  seconds: number,
): Promise<ParquetReply> {
  const late = AbortSignal.timeout(1000 * seconds);
  try {
    const [reply] = await Promise.race([once(worker, 'message', { signal: late }), failed]);
    return reply as ParquetReply;
  } catch (error) {
    if (late.aborted) return { reason: `it needs more than ${seconds} s for a row group` };
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { reason: `it needs more than ${memoryMib} MiB of memory` };
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function failToDecode(source: Source, reason: string): never {
  return fail('FILE_INVALID', {
    file: sourceName(source),
    found: `Parquet data that cannot be read (${reason.slice(0, 200)})`,
    accepted:
      'a whole Parquet file, with row groups of at most 256 MiB, compressed with Snappy, gzip, Brotli, Zstandard or not at all',
  });
}

function extension(): 'ts' | 'js' {
  return import.meta.url.endsWith('.ts') ? 'ts' : 'js';
}
