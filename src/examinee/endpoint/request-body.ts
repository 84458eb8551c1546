import type { ChatMessage } from '../../prompt/message.ts';
import type { Question } from '../examinee.ts';
import type { EndpointConfiguration } from './configuration.ts';

/** What is sent for a question. Two questions with the same body are the same question to the model. */
export function requestBody(
  { model, sampling, systemPrompt, extraBody, baseUrl, stream }: EndpointConfiguration,
  { messages, repeat }: Question,
): Record<string, unknown> {
  const { temperature, topP, maxTokens, stop, seed } = sampling;
  // OpenAI's newer models refuse the old name, most other endpoints do not know the new one.
  const limit =
    new URL(baseUrl).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
  const system: ChatMessage[] =
    systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt }];
  const given = {
    model,
    temperature,
    top_p: topP,
    [limit]: maxTokens,
    stop,
    seed: seed === undefined ? undefined : seed + repeat,
    ...(stream ? { stream_options: { include_usage: true } } : {}),
    ...extraBody,
    stream,
    messages: [...system, ...messages],
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
