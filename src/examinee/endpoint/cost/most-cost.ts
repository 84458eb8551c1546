import type { ChatMessage } from '../../../prompt/message.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { mostImageTokens } from './image-tokens.ts';
import { bytesOf, EXTRA, imageTokens } from './token-estimate.ts';

/** The least number of UTF-8 bytes per token of a prompt. */
const FEWEST_BYTES = 2;
/** The fields of a request that limit the tokens of an answer. */
const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * The most tokens an answer can have, thinking included: the limit that is sent, which is that of `extraBody` where that
 * has one, and the higher one where it has two. Null if no limit is sent, or one that is no number of tokens, such as
 * −1.
 */
export function mostTokens({
  sampling,
  extraBody,
}: Pick<EndpointConfiguration, 'sampling' | 'extraBody'>): number | null {
  if (!limitsItself(extraBody)) return sampling.maxTokens ?? null;
  const limits = LIMITS.map((name) => Number(extraBody[name] ?? 0)).filter((limit) => limit > 0);
  return limits.length === 0 ? null : Math.max(...limits);
}

/** Whether fields of a request have a limit of their own, in place of that of `sampling`. */
export function limitsItself(extraBody: EndpointConfiguration['extraBody']): boolean {
  return LIMITS.some((name) => Object.hasOwn(extraBody, name));
}

/** The most tokens that a prompt can have, as far as its bytes and the sizes of its pictures tell. */
export function mostPromptTokens(messages: readonly ChatMessage[]): number {
  return EXTRA + bytesOf(messages) / FEWEST_BYTES + imageTokens(messages, mostImageTokens);
}

/**
 * The most that one request can cost, in dollars; 0 if there is no price.
 * @param messages all that are sent, a system prompt included
 * @param longest tokens of an answer to reckon with where no limit is sent
 */
export function mostCost(
  configuration: Pick<EndpointConfiguration, 'price' | 'sampling' | 'extraBody'>,
  messages: readonly ChatMessage[],
  longest: number,
): number {
  const { price } = configuration;
  if (price === null) return 0;
  const dearest = Math.max(price.prompt, price.cached ?? 0);
  const completion = mostTokens(configuration) ?? longest;
  return (mostPromptTokens(messages) * dearest + completion * price.completion) / 1e6;
}

/**
 * The most that questions one after another can take where every request is answered at once and each answer becomes part of
 * the next question: no dollars without a price; of tokens only the prompts where answers have no limit.
 * @param questions the messages of each, without the answers before it and without the system prompt
 */
export function mostOfTurns(
  configuration: EndpointConfiguration,
  questions: Iterable<readonly ChatMessage[]>,
): { readonly dollars: number; readonly tokens: number } {
  const longest = mostTokens(configuration) ?? 0;
  const most = { dollars: 0, tokens: 0 };
  let answers = 0;
  for (const question of questions) {
    const messages = withSystemPrompt(configuration, question);
    most.dollars += mostCost(configuration, messages, longest);
    most.dollars += (answers * (configuration.price?.prompt ?? 0)) / 1e6;
    most.tokens += Math.ceil(mostPromptTokens(messages)) + answers + longest;
    answers += longest;
  }
  return most;
}

/** All messages that are sent for a question. */
export function withSystemPrompt(
  { systemPrompt }: Pick<EndpointConfiguration, 'systemPrompt'>,
  messages: readonly ChatMessage[],
): readonly ChatMessage[] {
  return systemPrompt === null
    ? messages
    : [{ role: 'system', content: systemPrompt }, ...messages];
}
