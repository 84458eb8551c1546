import { z } from 'zod';
import { readEmbedding, writeEmbedding } from './embedding-output.ts';
import { servedFields, servedOf, usageSchema } from './read-completion.ts';
import { garbage, type RequestOutcome, type Usage } from './request-outcome.ts';

/** Longer lists are no embedding of a text. */
const MOST_DIMENSIONS = 65_536;

const replySchema = z.object({
  data: z
    .array(
      z.object({
        // Servers write null where a number is not finite.
        embedding: z.union([
          z.array(z.number().nullable()).min(1).max(MOST_DIMENSIONS),
          z.string(),
        ]),
      }),
    )
    .min(1),
  usage: usageSchema.nullish().catch(null),
  ...servedFields,
});

/**
 * Reads the embedding of one text, from numbers or from base64, and checks that the vector can be compared. A vector that is not finite or
 * all zeros would come again, so the text counts as refused.
 */
export function readEmbeddingReply(body: unknown): RequestOutcome {
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) {
    const path = parsed.error.issues[0].path.join('.');
    return garbage(`not an embedding${path === '' ? '' : ` at ${path}`}`);
  }
  const { data, usage } = parsed.data;
  if (data.length !== 1) return garbage(`${data.length} embeddings of one text`);
  const [{ embedding }] = data;
  const vector = typeof embedding === 'string' ? readEmbedding(embedding) : floatsOf(embedding);
  if (vector === null) return garbage('an embedding that is neither numbers nor base64');
  if (!vector.every(Number.isFinite))
    return { kind: 'refused', reason: 'an embedding with numbers that are not finite' };
  if (vector.every((value) => value === 0))
    return { kind: 'refused', reason: 'an embedding of zeros alone' };
  return {
    kind: 'answer',
    answer: {
      output: writeEmbedding(vector),
      thinking: null,
      finishReason: 'stop',
      usage: usageOf(usage ?? null),
      served: servedOf(parsed.data),
    },
  };
}

function floatsOf(values: readonly (number | null)[]): Float32Array {
  return Float32Array.from(values, (value) => value ?? Number.NaN);
}

/** No tokens are written, and most servers leave their count out. */
function usageOf(usage: z.infer<typeof usageSchema> | null): Usage | null {
  if (usage?.prompt_tokens == null) return null;
  return { prompt: usage.prompt_tokens, cachedPrompt: 0, completion: 0, reasoning: 0 };
}
