import { z } from 'zod';
import { ApiError } from '../api-error.ts';

/** The most prompts of a request, and log-probabilities of a token. */
const MOST_PROMPTS = 128;
const MOST_LOGPROBS = 20;

/** The part of a request that matters here; everything else is accepted and ignored. */
const REQUEST = z.looseObject({
  model: z.string().min(1),
  prompt: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MOST_PROMPTS)]),
  max_tokens: z.int().min(0).nullish(),
  logprobs: z.int().min(0).max(MOST_LOGPROBS).nullish(),
  echo: z.boolean().nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
  stream: z.literal(false).nullish(),
});

export interface CompletionRequest {
  readonly model: string;
  readonly prompts: readonly string[];
  readonly mostTokens: number;
  readonly hasLogprobs: boolean;
  /** Whether the prompt is a part of the text. */
  readonly hasEcho: boolean;
  readonly seed: number;
}

/** Tokens of a text by default, as OpenAI has it. */
const USUAL_TOKENS = 16;

/** @throws ApiError 400 */
export function completionRequest(body: unknown): CompletionRequest {
  const parsed = REQUEST.safeParse(body);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0];
    const param = path.map(String).join('.');
    throw new ApiError(400, 'invalid_value', `${param === '' ? 'body' : param}: ${message}`, {
      param: param === '' ? null : param,
    });
  }
  const { model, prompt, max_tokens, logprobs, echo, seed } = parsed.data;
  return {
    model,
    prompts: typeof prompt === 'string' ? [prompt] : prompt,
    mostTokens: max_tokens ?? USUAL_TOKENS,
    hasLogprobs: logprobs != null,
    hasEcho: echo === true,
    seed: seed ?? 0,
  };
}
