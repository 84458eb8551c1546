import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { itemDetail } from '../api/banks.ts';
import { fail, ThetarankError } from '../errors.ts';
import { harnessSamplesArgument } from '../files/harness/harness-form.ts';
import type { ServiceClient } from './service-client.ts';

/** Harnesses that items can be handed to; `jsonl`: any other program, ids in and JSON Lines out. */
export const HARNESSES = ['lm-eval', 'inspect', 'jsonl'] as const;
export type Harness = (typeof HARNESSES)[number];

/**
 * What lm-evaluation-harness's `--samples` takes, for items of a bank.
 * @throws HARNESS_UNMAPPED; ITEM_UNKNOWN for an item that this version of thetarank does not have
 */
export function lmEvalSamples(bank: string, items: readonly string[]): Record<string, number[]> {
  if (!isBuiltinBank(bank))
    return fail('HARNESS_UNMAPPED', {
      bank,
      reason:
        'it is not a built-in bank, so the task and document of an item are not known; use --for inspect, or --for jsonl for a program of your own',
    });
  const known = loadBuiltinBank(bank);
  const positions = new Map(known.items.map((id, j) => [id, j]));
  const found = items.map(
    (item) =>
      positions.get(item) ??
      fail('ITEM_UNKNOWN', { item, where: `bank ${bank} of this thetarank` }),
  );
  return harnessSamplesArgument(known, found);
}

/**
 * What Inspect's `--sample-id` takes: of an item that was imported from a log of Inspect the id its sample had there, of a
 * built-in bank the id without the prefix of the bank, else the item's own.
 */
export async function inspectIds(
  client: ServiceClient,
  bank: string,
  items: readonly string[],
): Promise<string[]> {
  const prefix = idPrefix(bank);
  if (isBuiltinBank(bank)) return items.map((item) => withoutPrefix(item, prefix));
  const ids: string[] = [];
  for (const item of items) ids.push((await sampleTag(client, bank, item)) ?? item);
  return ids;
}

/** What stands before the ids of a bank's items, and not in the data it was made of. */
export function idPrefix(bank: string): string {
  return isBuiltinBank(bank) ? (loadBuiltinBank(bank).harness?.idPrefix ?? '') : '';
}

function withoutPrefix(item: string, prefix: string): string {
  return item.startsWith(prefix) ? item.slice(prefix.length) : item;
}

/** The tag that imports of Inspect's logs give; undefined without one, or for keys that may not look into the bank. */
async function sampleTag(
  client: ServiceClient,
  bank: string,
  item: string,
): Promise<string | undefined> {
  const path = `/v1/banks/${encodeURIComponent(bank)}/items/${encodeURIComponent(item)}`;
  try {
    const { tags } = await client.get(path, itemDetail.pick({ tags: true }));
    return Object.hasOwn(tags, 'sample_id') ? tags.sample_id : undefined;
  } catch (error) {
    const isForbidden = error instanceof ThetarankError && Number(error.details.status) === 403;
    if (isForbidden) return undefined;
    throw error;
  }
}
