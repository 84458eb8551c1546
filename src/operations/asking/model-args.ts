import { z } from 'zod';
import type {
  EndpointOptions,
  endpointSchema,
} from '../../examinee/endpoint/configuration/configuration.ts';
import { present } from '../../present.ts';
import { positiveNumber, wholeNumber } from '../fields.ts';

const A_DAY = 86_400;
const MOST_RETRIES = 100;

/** The settings of `-M`: how requests to the models are made. */
export const MODEL_ARGS = z.strictObject({
  temperature: z
    .union([z.number().min(0).max(10), z.literal('default').transform(() => null)])
    .optional()
    .describe('sampling temperature (default: 0), or "default" for that of the endpoint'),
  maxTokens: wholeNumber(1)
    .optional()
    .describe('longest answer in tokens, thinking included (default: 2048)'),
  keyVariable: z.string().optional().describe('environment variable that holds the API key'),
  price: z
    .string()
    .transform((text) => {
      const [prompt, completion, ...more] = text
        .split(':')
        .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
      return { prompt, completion: more.length > 0 ? Number.NaN : completion };
    })
    .refine(({ prompt, completion }) => [prompt, completion].every(isPrice), {
      error: 'IN:OUT in dollars per million tokens, such as 0.15:0.60',
    })
    .optional()
    .describe('IN:OUT, dollars per million prompt and completion tokens, such as 0.15:0.60'),
  timeout: positiveNumber
    .max(A_DAY)
    .optional()
    .describe('longest wait for an answer in seconds (default: 600)'),
  retries: wholeNumber(0)
    .max(MOST_RETRIES)
    .optional()
    .describe('requests after the first one, if it fails in a way that may pass (default: 6)'),
  stream: z.boolean().optional().describe('yes: answers are streamed; use it if they take minutes'),
  rpm: wholeNumber(1).optional().describe('most requests per minute'),
  tpm: wholeNumber(1).optional().describe('most tokens per minute'),
  extraBody: z
    .record(z.string(), z.json())
    .optional()
    .describe('additional fields of each request, such as {"top_k": 20}'),
});

const isPrice = (dollars: number) => dollars >= 0 && Number.isFinite(dollars);

export type ModelArgs = z.output<typeof MODEL_ARGS>;

const DEFAULT_MOST_TOKENS = 2048;

/** The settings of all models that do not say otherwise in their file. @param inFlight items of one model in flight */
export function endpointSettings(
  { temperature: t = 0, maxTokens = DEFAULT_MOST_TOKENS, rpm, tpm, timeout, ...given }: ModelArgs,
  inFlight: number,
): Partial<z.input<typeof endpointSchema>> & Pick<EndpointOptions, 'sampling'> {
  const named = { ...given, requestsPerMinute: rpm, tokensPerMinute: tpm, timeoutSeconds: timeout };
  return {
    ...present(named),
    sampling: { maxTokens, ...(t === null ? {} : { temperature: t }) },
    concurrency: Math.max(64, inFlight),
  };
}
