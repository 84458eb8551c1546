import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { JobFiles } from '../../jobs/running/job-files.ts';

/** The file ending for each content type of an upload. */
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
 * Keeps a body among the shared files. An incomplete upload leaves nothing.
 * @param name of the caller's file, for messages
 * @returns its name there
 */
export function keepUpload(
  files: Pick<JobFiles, 'keep'>,
  body: Readable,
  ending: string,
  name = 'upload',
): Promise<string> {
  // A body that breaks off before it is read must not end the service; reading it then throws its error.
  body.on('error', () => {});
  return files.keep(name.slice(0, name.length - extname(name).length), ending, body);
}

/** The ending for a content type, ignoring its parameters. */
export function endingOf(
  type: string | undefined,
  types: Readonly<Record<string, string>>,
): string {
  const [name] = (type ?? '').split(';', 1);
  return types[name.trim().toLowerCase()] ?? 'csv';
}
