import type { Item } from '../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns, mostTokens } from '../examinee/endpoint/cost/most-cost.ts';
import { endpointRequest } from '../examinee/endpoint/request/endpoint-request.ts';
import { type AskOptions, questionsOf } from './ask-item.ts';
import { mostOfEmbeddings } from './embeddings/most-of-embeddings.ts';
import { judgeQuestions } from './judges/judge-questions.ts';
import { MOST_NEW } from './judges/judge-replies.ts';

/**
 * The most that asking an item can cost where every request is answered at once, in dollars, with what its judges and embeddings take: 0 if
 * there is no price. Retries that may have been billed come on top; they are counted when they are known.
 */
export function mostCost(
  configuration: EndpointConfiguration,
  askOf: (item: Item) => AskOptions,
): (item: Item) => number {
  return (item) => {
    const asked = askOf(item);
    const judged =
      mostOfJudges(configuration, item, asked) + mostOfEmbeddings(configuration, item, asked);
    if (configuration.price === null) return judged;
    const questions = questionsOf(item, asked.prompt);
    const [first] = questions;
    if (first.continuations !== undefined) {
      const sent = endpointRequest(configuration, first);
      return mostOfTurns(sent.configuration, [sent.messages]).dollars;
    }
    const own = mostOfTurns(
      configuration,
      questions.map(({ messages }) => messages),
    );
    return own.dollars + judged;
  };
}

/**
 * What judges can take: every question asked as often as it can be, in as many conversations as there can be, each time with an answer of
 * greatest length.
 */
function mostOfJudges(configuration: EndpointConfiguration, item: Item, asked: AskOptions): number {
  const longest = mostTokens(configuration) ?? 0;
  return judgeQuestions(item, asked).reduce((sum, { judge, turns }) => {
    const answers = (turns.length * longest * (judge.configuration.price?.prompt ?? 0)) / 1e6;
    return sum + MOST_NEW * (mostOfTurns(judge.configuration, turns).dollars + answers);
  }, 0);
}
