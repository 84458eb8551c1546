import type { ChatMessage } from '../../prompt/message.ts';
import type { EndpointConfiguration } from './configuration.ts';

/** Bytes of UTF-8 a token of a prompt, at the least that is to be reckoned with. */
const FEWEST_BYTES = 2;
/** Tokens a request takes beside its text. */
const EXTRA = 32;
/** The fields of a request that limit the tokens of an answer. */
export const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * The most tokens an answer can have, thinking included: the limit that is sent, which is that of `extraBody` where that
 * has one, and the higher one where it has two. Null where no limit is sent, or one that is no number of tokens, such as
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

/** The most tokens that a prompt can have, as far as its bytes tell. */
export function mostPromptTokens(messages: readonly ChatMessage[]): number {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  return EXTRA + bytes / FEWEST_BYTES;
}

/**
 * The most that one request can cost, in dollars; 0 where there is no price.
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
