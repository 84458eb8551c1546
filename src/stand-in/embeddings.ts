import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { estimateTokens } from './chat/tokens.ts';
import { unitVector } from './unit-vector.ts';

/** Served beside the models that answer; not listed among them. */
const EMBEDDING_MODEL = 'stand-in-embedding';
const DIMENSIONS = 1536;
const MOST_INPUTS = 2048;
/** Tokens of a text at most, as OpenAI's models. */
const MOST_TOKENS = 8192;

const TOKENS = z.array(z.int()).min(1);
const REQUEST = z.looseObject({
  model: z.string().min(1),
  input: z.union([
    z.string(),
    z.array(z.string()).min(1).max(MOST_INPUTS),
    TOKENS,
    z.array(TOKENS).min(1).max(MOST_INPUTS),
  ]),
  dimensions: z.int().min(1).max(4096).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

/** The reply to a request for embeddings: unit vectors made of the texts alone. @throws ApiError 400, 404 */
export function embeddings(body: unknown, models: ReadonlySet<string>): object {
  const parsed = REQUEST.safeParse(body);
  if (!parsed.success) {
    const param = parsed.error.issues[0].path.map(String).join('.');
    const message = `${param === '' ? 'body' : param}: ${parsed.error.issues[0].message}`;
    throw new ApiError(400, 'invalid_value', message, { param: param === '' ? null : param });
  }
  const { model, input, dimensions, encoding_format } = parsed.data;
  if (model !== EMBEDDING_MODEL && !models.has(model))
    throw new ApiError(404, 'model_not_found', `no model "${model.slice(0, 200)}"`, {
      param: 'model',
    });
  const texts = textsOf(input);
  const counts = texts.map(estimateTokens);
  const longest = Math.max(...counts);
  if (longest > MOST_TOKENS)
    throw new ApiError(
      400,
      'context_length_exceeded',
      `an input has ${longest} tokens, and the maximum context length is ${MOST_TOKENS} tokens`,
      { param: 'input' },
    );
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  return {
    object: 'list',
    data: texts.map((text, index) => {
      const vector = unitVector(text, dimensions ?? DIMENSIONS);
      const embedding = encoding_format === 'base64' ? base64(vector) : [...vector];
      return { object: 'embedding', index, embedding };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Lists of tokens are distinguished by their numbers. */
function textsOf(input: z.infer<typeof REQUEST>['input']): string[] {
  if (typeof input === 'string') return [input];
  if (typeof input[0] === 'number') return [input.join(' ')];
  return input.map((one) => (Array.isArray(one) ? one.join(' ') : String(one)));
}

/** 32-bit floats, little-endian whatever the machine. */
function base64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [k, value] of vector.entries()) bytes.writeFloatLE(value, 4 * k);
  return bytes.toString('base64');
}
