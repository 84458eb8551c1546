import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type OwnFiles, removeFiles } from './own-files.ts';

/** Content types of uploads, and the file endings that commands know them by. */
export const ITEM_TYPES = {
  'text/csv': 'csv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
  // An archive that Inspect writes.
  'application/zip': 'eval',
} as const;
export const CSV_TYPES = { 'text/csv': 'csv' } as const;

/**
 * Writes a body into a file of the service's own folder, for its owner only. An incomplete upload leaves nothing.
 * @param name of the caller's file, for messages
 * @returns its path
 */
export async function keepUpload(
  files: Pick<OwnFiles, 'next'>,
  body: Readable,
  ending: string,
  name = 'upload',
): Promise<string> {
  const file = files.next(name.slice(0, name.length - extname(name).length), ending);
  try {
    await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    removeFiles([file]);
    throw error;
  }
  return file;
}

/** The ending for a content type, ignoring its parameters. */
export function endingOf(
  type: string | undefined,
  types: Readonly<Record<string, string>>,
): string {
  const [name] = (type ?? '').split(';', 1);
  return types[name.trim().toLowerCase()] ?? 'csv';
}
