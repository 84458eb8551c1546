import type { Item } from '../../../item-bank/items/item.ts';

/** How many items have each value. */
export type Counts = Map<string, number>;

export interface BankContents {
  readonly types: Counts;
  readonly statuses: Counts;
  readonly languages: Counts;
  readonly sources: Counts;
  readonly licences: Counts;
  readonly tags: Readonly<Record<string, Counts>>;
}

/** Of a tag whose values are all different, no more are distinguished. */
const MOST_VALUES = 10_000;
const OTHERS = '(others)';

/** Counts the items of a bank, in constant memory. @param see gets each item */
export async function bankContents(
  items: AsyncIterable<Item>,
  see: (item: Item) => unknown = () => {},
): Promise<BankContents> {
  const tags = new Map<string, Counts>();
  const contents = {
    types: new Map(),
    statuses: new Map(),
    languages: new Map(),
    sources: new Map(),
    licences: new Map(),
  };
  for await (const item of items) {
    see(item);
    add(contents.types, item.type);
    add(contents.statuses, item.status);
    add(contents.languages, item.language);
    add(contents.sources, item.source);
    add(contents.licences, item.licence);
    for (const [tag, value] of Object.entries(item.tags)) {
      const known = tags.has(tag) || tags.size < MOST_VALUES ? tag : OTHERS;
      if (!tags.has(known)) tags.set(known, new Map());
      add(tags.get(known)!, value);
    }
  }
  return { ...contents, tags: Object.fromEntries(tags) };
}

function add(counts: Counts, value: string): void {
  const known = counts.has(value) || counts.size < MOST_VALUES ? value : OTHERS;
  counts.set(known, (counts.get(known) ?? 0) + 1);
}
