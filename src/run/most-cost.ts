import type { Item } from '../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns } from '../examinee/endpoint/cost/most-cost.ts';
import { endpointRequest } from '../examinee/endpoint/request/endpoint-request.ts';
import { type AskOptions, questionsOf } from './ask-item.ts';

/**
 * The most that asking an item can cost where every request is answered at once, in dollars: 0 if there is no price.
 * Retries that may have been billed come on top; they are counted when they are known.
 */
export function mostCost(
  configuration: EndpointConfiguration,
  askOf: (item: Item) => AskOptions,
): (item: Item) => number {
  if (configuration.price === null) return () => 0;
  return (item) => {
    const questions = questionsOf(item, askOf(item).prompt);
    const [first] = questions;
    if (first.continuations !== undefined) {
      const sent = endpointRequest(configuration, first);
      return mostOfTurns(sent.configuration, [sent.messages]).dollars;
    }
    return mostOfTurns(
      configuration,
      questions.map(({ messages }) => messages),
    ).dollars;
  };
}
