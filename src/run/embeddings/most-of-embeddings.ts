import type { Item } from '../../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostCost, mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';
import type { AskOptions } from '../ask-item.ts';
import { comparisonOf } from './comparison.ts';

/**
 * The most that comparing an answer of a model to an item can cost, in dollars: the embeddings of all references, and of an answer of
 * greatest length to each question. 0 for items that are not compared, or without a price.
 */
export function mostOfEmbeddings(
  model: EndpointConfiguration,
  item: Item,
  asked: Pick<AskOptions, 'embeddings'>,
): number {
  const comparison = comparisonOf(item, asked);
  if (comparison === null) return 0;
  const { embeddings, references } = comparison;
  const mostOf = (content: string) => mostCost(embeddings, [{ role: 'user', content }], 0);
  const longest = ((mostTokens(model) ?? 0) * (embeddings.price?.prompt ?? 0)) / 1e6;
  const texts = references.flat().reduce((sum, text) => sum + mostOf(text), 0);
  return texts + references.length * (mostOf('') + longest);
}
