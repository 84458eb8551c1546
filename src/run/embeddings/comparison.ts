import type { Item } from '../../../item-bank/items/item.ts';
import type { CosineMetric } from '../../../item-bank/items/metric/metric.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { AskOptions } from '../ask-item.ts';

/** How answers to an item are compared with its references by embeddings. */
export interface Comparison {
  readonly item: Item;
  readonly metric: CosineMetric;
  /** The references of each question of the item; an open item has one. */
  readonly references: readonly (readonly string[])[];
  readonly embeddings: EndpointConfiguration;
}

/** The metric of an item whose answers are compared by embeddings; null for all other items. */
export function cosineMetricOf(item: Item): CosineMetric | null {
  return 'metric' in item && item.metric?.name === 'cosine' ? item.metric : null;
}

/** How answers to an item are compared; null if its metric needs no embeddings. @throws EMBEDDINGS_MISSING */
export function comparisonOf(
  item: Item,
  { embeddings }: Pick<AskOptions, 'embeddings'>,
): Comparison | null {
  const metric = cosineMetricOf(item);
  if (metric === null) return null;
  if (embeddings === undefined) return fail('EMBEDDINGS_MISSING', { where: `item ${item.id}` });
  const references =
    item.type === 'case'
      ? item.key.map(({ answers }) => answers)
      : item.type === 'open'
        ? [item.key]
        : [];
  return { item, metric, references, embeddings };
}
