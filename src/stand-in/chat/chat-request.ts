import { z } from 'zod';
import type { QuestionMessage } from '../answerer.ts';
import { ApiError } from '../api-error.ts';

const TEXT_PART = z.looseObject({ type: z.literal('text'), text: z.string() });
const IMAGE_PART = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string().regex(/^(?:https?:\/\/|data:image\/)/, 'neither https:// nor data:image/'),
  }),
});
const CONTENT = z
  .union([z.string(), z.array(z.discriminatedUnion('type', [TEXT_PART, IMAGE_PART]))])
  .nullish();
const TOKENS = z.int().min(1).nullish();

/** The part of a request that matters here; everything else is accepted and ignored. */
const REQUEST = z.looseObject({
  model: z.string().min(1),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
        content: CONTENT,
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: TOKENS,
  max_completion_tokens: TOKENS,
  n: z.int().min(1).max(16).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
});

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly QuestionMessage[];
  readonly isStream: boolean;
  readonly wantsUsage: boolean;
  /** Infinity if the request sets no limit. */
  readonly mostTokens: number;
  readonly choices: number;
  readonly seed: number;
  readonly stops: readonly string[];
  readonly temperature: number | undefined;
}

/** @throws ApiError 400 */
export function chatRequest(body: unknown): ChatRequest {
  const parsed = REQUEST.safeParse(body);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0];
    const param = path.map(String).join('.');
    throw new ApiError(400, 'invalid_value', `${param === '' ? 'body' : param}: ${message}`, {
      param: param === '' ? null : param,
    });
  }
  const { model, messages, stream, stream_options, n, seed, stop, temperature, ...limits } =
    parsed.data;
  return {
    model,
    messages: messages.map(({ role, content }) => {
      const images = picturesOf(content);
      return { role, content: joined(content), ...(images.length > 0 && { images }) };
    }),
    isStream: stream === true,
    wantsUsage: stream_options?.include_usage === true,
    mostTokens: limits.max_completion_tokens ?? limits.max_tokens ?? Number.POSITIVE_INFINITY,
    choices: n ?? 1,
    seed: seed ?? 0,
    temperature: temperature ?? undefined,
    stops: typeof stop === 'string' ? [stop] : (stop ?? []),
  };
}

function joined(content: z.infer<typeof CONTENT>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function picturesOf(content: z.infer<typeof CONTENT>): string[] {
  if (typeof content === 'string') return [];
  return (content ?? []).flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []));
}
