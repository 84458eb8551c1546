import type { Item } from '../../../../item-bank/items/item.ts';

/** What kinds of items were calibrated: numbers of items. */
export interface ItemKinds {
  readonly types: Readonly<Record<string, number>>;
  /** Of open questions and cases that name one. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly withImages: number;
}

export function itemKinds(items: readonly Item[]): ItemKinds {
  const types: Record<string, number> = {};
  const metrics: Record<string, number> = {};
  let withImages = 0;
  for (const item of items) {
    types[item.type] = (types[item.type] ?? 0) + 1;
    if ('metric' in item && item.metric !== undefined)
      metrics[item.metric.name] = (metrics[item.metric.name] ?? 0) + 1;
    if (item.images !== undefined) withImages++;
  }
  return { types, metrics, withImages };
}
