import { expect } from 'vitest';
import type { ItemFormat } from '../../../item-bank/import/format.ts';
import {
  type ImportReport,
  importItems,
  type KnownItems,
} from '../../../item-bank/import/import-items.ts';
import type { Source } from '../../../item-bank/import/records/source.ts';
import type { Item } from '../../../item-bank/items/item.ts';

/** A source of these bytes in pieces of `size`. */
export function bytesSource(text: string | Buffer, name = 'FILE', size = 2 ** 16): Source {
  const all = Buffer.from(text);
  async function* bytes() {
    for (let from = 0; from < all.length; from += size) yield all.subarray(from, from + size);
  }
  return { name, bytes: bytes() };
}

/** Everything an import gives, of a file that is cut off too; its counts must add up. */
export async function runImport(
  format: ItemFormat,
  source: Source,
  known?: KnownItems,
): Promise<{ items: Item[]; report: ImportReport }> {
  const run = importItems(format, source, known, { mayBeCut: true });
  const items: Item[] = [];
  for await (const item of run) items.push(item);
  const { report } = run;
  expect(report.accepted).toBe(items.length);
  expect(report.read).toBe(report.accepted + report.rejectedCount + report.duplicates);
  return { items, report };
}
