import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import type { SynthesisBank } from '../synthesis/synthesis-bank.ts';

/** Number of items sampled for the length of prompts. */
const SAMPLE = 20;

/** The items to label, and their tags. */
export interface AnnotationBank extends SynthesisBank {
  readonly tags: readonly Item['tags'][];
  readonly sample: readonly Item[];
}

/** Which items are labelled. */
export interface AnnotatedItems {
  readonly bank: string;
  /** This number of items, drawn by the seed; all by default. */
  readonly items?: number | undefined;
  /** These items. */
  readonly named?: readonly string[] | undefined;
  readonly seed: number;
}

/**
 * The items of a bank that have text and are not retired, pretest items included; of a smaller number the items are among those of a larger one.
 * @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT, ITEM_UNKNOWN, TOO_MANY_ITEMS
 */
export async function annotationBank(
  store: Store,
  { bank: name, items: most, named, seed }: AnnotatedItems,
): Promise<AnnotationBank> {
  if ((await store.bank(name)) === undefined) await readLiveBank(store, name);
  const wanted = named === undefined ? null : new Set(named);
  const found: { id: string; place: number; tags: Item['tags'] }[] = [];
  let place = 0;
  let hasCases = false;
  for await (const { id, status, type, tags } of store.items(name)) {
    place++;
    if (status === 'retired' || (wanted !== null && !wanted.delete(id))) continue;
    found.push({ id, place, tags });
    hasCases ||= type === 'case';
  }
  for (const item of wanted ?? []) fail('ITEM_UNKNOWN', { item, where: `bank ${name}` });
  const asked = most ?? Math.max(1, found.length);
  if (asked > found.length)
    fail('TOO_MANY_ITEMS', { asked, available: found.length, where: `bank ${name}` });
  const order = shuffle(
    Array.from(found, (_, j) => j),
    randomStream(seed, 'annotation', 'items'),
  );
  const chosen = order
    .slice(0, asked)
    .sort((x, y) => x - y)
    .map((j) => found[j]);
  const ids = chosen.map(({ id }) => id);
  const step = Math.max(1, Math.floor(ids.length / SAMPLE));
  const sample: Item[] = [];
  for await (const item of store.items(
    name,
    ids.filter((_, j) => j % step === 0),
  ))
    sample.push(item);
  return {
    summary: (await store.bank(name))!,
    ids,
    places: Int32Array.from(chosen, (one) => one.place),
    askable: found.length,
    hasCases,
    tags: chosen.map(({ tags }) => tags),
    sample,
  };
}
