import { fail, ThetarankError } from '../../errors.ts';
import { readEmbedding } from '../../examinee/endpoint/reply/embedding-output.ts';
import type { Examinee, Reply } from '../../examinee/examinee.ts';

/** A text whose embedding is asked for. */
export interface EmbeddedText {
  /** The id of the item. */
  readonly item: string;
  readonly text: string;
  readonly of: 'answer' | 'reference';
}

/** An embedding, and what it cost in dollars. */
export interface TextEmbedding {
  readonly vector: Float32Array;
  readonly cost: number;
}

/** Requests in flight by text, for each endpoint: models that are tested at once share references. */
const IN_FLIGHT = new WeakMap<Examinee, Map<string, Promise<Reply>>>();

const TOO_LONG = {
  answer:
    'If the answer is too long for the embeddings, use others with a longer context or limit the answers of the model, in a new run (--reuse takes over the answers that were paid for); or leave the item out by a pool.',
  reference:
    'If the reference is too long for the embeddings, use others with a longer context, in a new run; or leave the item out by a pool.',
} as const;

/**
 * The embedding of a text. Who asks first for a text in flight pays; the others share the reply.
 * @throws EMBEDDING_FAILED with the cost, if the endpoint fails or refuses the text
 */
export async function embedText(
  embedder: Examinee,
  { item, text, of }: EmbeddedText,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<TextEmbedding> {
  const own = IN_FLIGHT.get(embedder) ?? new Map<string, Promise<Reply>>();
  IN_FLIGHT.set(embedder, own);
  const asked = own.get(text);
  const messages = [{ role: 'user', content: text }] as const;
  const asking =
    asked ??
    embedder
      .ask({ item, messages, embeds: true, repeat: 0 }, signal, hold)
      .finally(() => own.delete(text));
  if (asked === undefined) own.set(text, asking);
  const share = asked === undefined ? 1 : 0;
  const reply = await asking.catch((error): never => {
    if (!(error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')) throw error;
    const { reason, todo, cost = 0, isForAll } = error.details as Failure;
    return fail('EMBEDDING_FAILED', {
      item,
      reason: `the embeddings ${embedder.name} did not come (${reason})`,
      todo: `${todo} Then run the same command with --resume.`,
      cost: share * cost,
      ...(isForAll === undefined ? {} : { isForAll }),
    });
  });
  const cost = share * reply.cost;
  const vector = reply.refused === null ? readEmbedding(reply.output) : null;
  if (vector === null)
    return fail('EMBEDDING_FAILED', {
      item,
      reason: `the embeddings ${embedder.name} refused the ${of} (${reply.refused ?? 'no vector'})`,
      todo: TOO_LONG[of],
      cost,
    });
  return { vector, cost };
}

type Failure = Parameters<typeof fail<'EXAMINEE_FAILED'>>[1];
