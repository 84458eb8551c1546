import type { ChatMessage } from '../../../prompt/message.ts';
import type { Question } from '../../examinee.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { withSystemPrompt } from '../cost/most-cost.ts';
import { likelihoodPrompts } from './likelihood-prompts.ts';
import { type RequestBody, requestBody } from './request-body.ts';

/** What is sent for a question. */
export interface EndpointRequest {
  /** An answer is written (`/chat/completions`), texts are scored (`/completions`), or a text is embedded (`/embeddings`). */
  readonly kind: 'chat' | 'likelihood' | 'embedding';
  readonly body: Readonly<Record<string, unknown>>;
  /** All texts and pictures that are sent. */
  readonly messages: readonly ChatMessage[];
  /** The configuration with the limit of tokens that is sent; what costs are reckoned by. */
  readonly configuration: EndpointConfiguration;
}

/** Fields that decide what comes back, and so are not for `extraBody`. */
const FIXED = ['prompt', 'echo', 'logprobs', 'max_tokens', 'max_completion_tokens', 'n', 'stream'];

/** The request for a question: for an answer, the likelihood of its continuations, or an embedding. */
export function endpointRequest(
  configuration: EndpointConfiguration,
  question: Question,
): EndpointRequest {
  const { continuations } = question;
  if (question.embeds === true) return embeddingRequest(configuration, question);
  if (continuations === undefined) {
    const body: RequestBody = requestBody(configuration, question);
    const messages = withSystemPrompt(configuration, question.messages);
    return { kind: 'chat', body, messages, configuration };
  }
  const { model, extraBody } = configuration;
  const given = withSystemPrompt(configuration, question.messages);
  const prompt = likelihoodPrompts(given, continuations);
  const extra = Object.entries(extraBody).filter(([name]) => !FIXED.includes(name));
  return {
    kind: 'likelihood',
    // As lm-evaluation-harness asks (`local-completions`), with all options in one request.
    body: {
      model,
      temperature: 0,
      ...Object.fromEntries(extra),
      prompt,
      max_tokens: 1,
      logprobs: 1,
      echo: true,
    },
    messages: prompt.map((content) => ({ role: 'user', content })),
    configuration: {
      ...configuration,
      systemPrompt: null,
      // One token is written after each text.
      sampling: { maxTokens: prompt.length },
      extraBody: {},
    },
  };
}

/** Numbers as decimals, because not every server has the other form. No tokens are written. */
function embeddingRequest(
  configuration: EndpointConfiguration,
  { messages }: Question,
): EndpointRequest {
  const { model, extraBody, price } = configuration;
  const [{ content }] = messages;
  return {
    kind: 'embedding',
    body: { model, ...extraBody, input: content, encoding_format: 'float' },
    messages,
    configuration: {
      ...configuration,
      systemPrompt: null,
      sampling: {},
      extraBody: {},
      price: price === null ? null : { ...price, completion: 0 },
    },
  };
}
