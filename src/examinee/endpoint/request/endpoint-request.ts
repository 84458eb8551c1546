import type { ChatMessage } from '../../../prompt/message.ts';
import type { Question } from '../../examinee.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { withSystemPrompt } from '../cost/most-cost.ts';
import { likelihoodPrompts } from './likelihood-prompts.ts';
import { type RequestBody, requestBody } from './request-body.ts';

/** What is sent for a question. */
export interface EndpointRequest {
  /** An answer is written (`/chat/completions`), or texts are scored (`/completions`). */
  readonly kind: 'chat' | 'likelihood';
  readonly body: Readonly<Record<string, unknown>>;
  /** All texts and pictures that are sent. */
  readonly messages: readonly ChatMessage[];
  /** The configuration with the limit of tokens that is sent; what costs are reckoned by. */
  readonly configuration: EndpointConfiguration;
}

/** Fields that decide what comes back, and so are not for `extraBody`. */
const FIXED = ['prompt', 'echo', 'logprobs', 'max_tokens', 'max_completion_tokens', 'n', 'stream'];

/** The request for a question, by whether it has continuations. */
export function endpointRequest(
  configuration: EndpointConfiguration,
  question: Question,
): EndpointRequest {
  const { continuations } = question;
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
