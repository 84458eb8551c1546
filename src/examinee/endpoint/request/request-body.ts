import type { ChatMessage } from '../../../prompt/message.ts';
import { type MessageBody, messageBody } from '../../../prompt/message-body.ts';
import type { Question } from '../../examinee.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { limitsItself } from '../cost/most-cost.ts';

export interface RequestBody {
  readonly messages: readonly MessageBody[];
  readonly [field: string]: unknown;
}

/** What is sent where the answer comes as a whole by itself, as in a batch: the same without what is about streams. */
export function bodyWithoutStream(
  configuration: EndpointConfiguration,
  question: Question,
): Omit<RequestBody, 'stream' | 'stream_options'> & Pick<RequestBody, 'messages'> {
  const {
    stream: _,
    stream_options: __,
    ...body
  } = requestBody({ ...configuration, stream: false }, question);
  return body;
}

/** What is sent for a question. Two questions with the same body are the same question to the model. */
export function requestBody(
  { model, sampling, systemPrompt, extraBody, baseUrl, stream }: EndpointConfiguration,
  { messages, repeat, choices }: Question,
): RequestBody {
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
    // With two limits under two names it would not be clear which one applies.
    [limit]: limitsItself(extraBody) ? undefined : maxTokens,
    stop,
    seed: seed === undefined ? undefined : seed + repeat,
    response_format: choices === undefined ? undefined : oneOfFormat(choices),
    stream_options: stream ? { include_usage: true } : undefined,
  };
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  const conversation = { stream, messages: [...system, ...messages].map(messageBody) };
  return { ...Object.fromEntries(sent), ...extraBody, ...conversation };
}

/** The format of a reply that is the JSON object `{"label": …}` with one of these texts. */
function oneOfFormat(choices: readonly string[]) {
  return {
    type: 'json_schema',
    json_schema: {
      name: 'label',
      strict: true,
      schema: {
        type: 'object',
        properties: { label: { type: 'string', enum: choices } },
        required: ['label'],
        additionalProperties: false,
      },
    },
  };
}
