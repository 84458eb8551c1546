import type { ChatMessage } from '../../../prompt/message.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import type { Answer } from '../reply/request-outcome.ts';
import { cost } from './cost.ts';
import { mostCost, mostPromptTokens } from './most-cost.ts';

/**
 * Dollars of an answer; where the endpoint did not count its tokens, the most it can have cost.
 * @param messages all that were sent, a system prompt included
 * @param longest tokens of an answer to reckon with where no limit was sent
 */
export function answerCost(
  configuration: Pick<EndpointConfiguration, 'price' | 'sampling' | 'extraBody'>,
  messages: readonly ChatMessage[],
  { usage, output, thinking }: Answer,
  longest: number,
): number {
  if (usage !== null) return cost(configuration.price, usage);
  const written = mostPromptTokens([{ role: 'assistant', content: output + (thinking ?? '') }]);
  return mostCost(configuration, messages, Math.max(written, longest));
}
