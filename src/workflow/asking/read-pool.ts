import { fail } from '../../errors.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { readText } from '../../text/read-text.ts';

/** The items named in a file, one per line. @throws ITEM_UNKNOWN for one the bank does not have, or has no text of */
export function readPool(file: string, { recorded, hashes }: LiveBank): string[] {
  const lines = readText(file).toString('utf8').split(/\r?\n/);
  const names = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
  const positions = new Map(recorded.responses.items.map((id, j) => [id, j]));
  for (const id of names) {
    const j = positions.get(id);
    if (j === undefined) fail('ITEM_UNKNOWN', { item: id, where: `bank ${recorded.name}` });
    if (hashes[j] === null) fail('BANK_WITHOUT_TEXT', { bank: recorded.name, item: id, count: 1 });
  }
  return names;
}
