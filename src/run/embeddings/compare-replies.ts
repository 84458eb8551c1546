import { fail, ThetarankError } from '../../errors.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import { extractText } from '../../scoring/extract/extract-text.ts';
import { cosineSimilarity } from '../../scoring/metrics/cosine-similarity.ts';
import { scaledCosine } from '../../scoring/metrics/scaled-cosine.ts';
import type { OutputScore } from '../../scoring/score-output.ts';
import { mean } from '../../statistics/mean.ts';
import type { Comparison } from './comparison.ts';
import { type EmbeddedText, embedText, type TextEmbedding } from './embed-text.ts';

/** The similarity of the answer to one question, as it is kept. */
export interface KeptSimilarity {
  /** From 1, as is the reference. */
  readonly question: number;
  /** Of the answer and the reference that is most like it. */
  readonly cosine: number;
  readonly reference: number;
}

/** All similarities of an answer, as `extracted` of its record has them in JSON. */
export interface KeptSimilarities {
  /** How the endpoint calls the model of the embeddings. */
  readonly embeddings: string;
  readonly similarities: readonly KeptSimilarity[];
}

/** What an answer is worth, and what its embeddings cost. */
export interface ComparedOutput {
  readonly score: OutputScore;
  /** In dollars. */
  readonly cost: number;
}

/**
 * Embeds the references of an item, so that an endpoint that does not work is found before a model is paid. The replies are kept with
 * the run: comparing finds them there.
 * @returns what it cost, in dollars
 * @throws EMBEDDING_FAILED with the cost
 */
export async function embedReferences(
  { item, references }: Comparison,
  embedder: Examinee,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<number> {
  const texts = [...new Set(references.flat())].map((text) => referenceOf(item.id, text));
  const embedded = await embedAll(texts, embedder, signal, hold);
  return embedded.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * Scores what a model said to an item: the cosine of the embeddings of each answer and the reference that is most like it, on the scale of
 * the metric; of a case the mean over its questions. An empty output, a refusal and thinking without an end score 0 and are not embedded.
 * @throws EMBEDDING_FAILED with the cost: the answer then has no score
 */
export async function compareReplies(
  { item, metric, references, embeddings }: Comparison,
  outputs: readonly string[],
  embedder: Examinee,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<ComparedOutput> {
  const found = references.map((_, k) => extractText(outputs[k] ?? '', 'text'));
  const given = found.find(({ extracted }) => extracted !== null);
  if (given === undefined) return { score: { ...found[0], score: 0 }, cost: 0 };
  const answered = found.flatMap(({ extracted }, k) =>
    extracted === null ? [] : [{ k, answer: extracted }],
  );
  const texts = answered.flatMap(({ k, answer }): EmbeddedText[] => [
    { item: item.id, text: answer, of: 'answer' },
    ...references[k].map((text) => referenceOf(item.id, text)),
  ]);
  const embedded = await embedAll(texts, embedder, signal, hold);
  const cost = embedded.reduce((sum, one) => sum + one.cost, 0);
  const scores = found.map(() => 0);
  const similarities: KeptSimilarity[] = [];
  let at = 0;
  for (const { k } of answered) {
    const { vector } = embedded[at++];
    const own = embedded.slice(at, at + references[k].length);
    at += own.length;
    const cosines = own.map((reference) => {
      const cosine = cosineSimilarity(vector, reference.vector);
      if (cosine !== null) return cosine;
      return fail('EMBEDDING_FAILED', {
        item: item.id,
        reason: `the embeddings ${embedder.name} have ${vector.length} numbers for the answer and ${reference.vector.length} for a reference`,
        todo: 'Check that the endpoint always serves the same model, then begin a new run.',
        cost,
        isForAll: true,
      });
    });
    const cosine = Math.max(...cosines);
    scores[k] = scaledCosine(cosine, metric);
    similarities.push({ question: k + 1, cosine, reference: cosines.indexOf(cosine) + 1 });
  }
  const record: KeptSimilarities = { embeddings: embeddings.model, similarities };
  const extracted = JSON.stringify(record);
  return { score: { extracted, rule: 'cosine', reason: null, score: mean(scores) }, cost };
}

function referenceOf(item: string, text: string): EmbeddedText {
  return { item, text, of: 'reference' };
}

/** All embeddings, in the order of the texts. @throws EMBEDDING_FAILED with the cost of all of them */
async function embedAll(
  texts: readonly EmbeddedText[],
  embedder: Examinee,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<TextEmbedding[]> {
  const all = await Promise.allSettled(texts.map((one) => embedText(embedder, one, signal, hold)));
  let cost = 0;
  for (const one of all) {
    if (one.status === 'fulfilled') cost += one.value.cost;
    else if (one.reason instanceof ThetarankError) cost += Number(one.reason.details.cost ?? 0);
  }
  return all.map((one) => {
    if (one.status === 'fulfilled') return one.value;
    if (!(one.reason instanceof ThetarankError && one.reason.code === 'EMBEDDING_FAILED'))
      throw one.reason;
    return fail('EMBEDDING_FAILED', { ...(one.reason.details as Failure), cost });
  });
}

type Failure = Parameters<typeof fail<'EMBEDDING_FAILED'>>[1];
