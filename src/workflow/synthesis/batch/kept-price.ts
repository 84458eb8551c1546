import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import { parseJson } from '../../../text/parse-json.ts';
import { readText } from '../../../text/read-text.ts';

/** Beside the requests: at which share of the prices they were written. */
const FILE = 'batch.json';
const KEPT = z.object({ price: z.number().min(0).max(10) });

/** The share of the prices at which a folder's requests were written; null of a folder that does not say. @throws FILE_INVALID */
export function keptPrice(folder: string): number | null {
  const file = join(folder, FILE);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
  const parsed = KEPT.safeParse(parseJson(readText(file).toString('utf8')));
  if (parsed.success) return parsed.data.price;
  return fail('FILE_INVALID', {
    file,
    found: 'no batch price',
    accepted: 'the file as it was written; if you remove it, set the price with --batch-price',
  });
}

/** Keeps it for later rounds. @throws FILE_UNWRITABLE */
export function keepPrice(folder: string, price: number): void {
  if (keptPrice(folder) === null)
    writeFileWhole(join(folder, FILE), `${JSON.stringify({ price })}\n`);
}
