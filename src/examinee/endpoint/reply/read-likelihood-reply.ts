import { z } from 'zod';
import { writeLikelihoods } from '../../../scoring/likelihood/likelihood-output.ts';
import { servedFields, servedOf, usageOf, usageSchema } from './read-completion.ts';
import { garbage, type RequestOutcome } from './request-outcome.ts';

/** A number; one that JSON does not have comes as a text (`pythonJson`). */
const anyNumber = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity']).transform(Number)]);

const logprobsSchema = z.object({
  token_logprobs: z.array(anyNumber.nullable()),
  top_logprobs: z.array(z.record(z.string(), anyNumber).nullable()).nullish().catch(null),
});

const replySchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().nullish().catch(null),
        logprobs: logprobsSchema.nullish().catch(null),
      }),
    )
    .min(1),
  usage: usageSchema.nullish().catch(null),
  ...servedFields,
});

type Logprobs = z.infer<typeof logprobsSchema>;

/** What to do about a server that does not score prompts. */
export const NO_LIKELIHOODS =
  'Scoring by log-likelihoods needs a server that returns log-probabilities of the prompt (/completions with echo and logprobs), such as vLLM; llama-server has none. See docs/endpoints.md.';

const NOT_NUMBERS =
  'Check the server: its model computes NaN, as with broken weights or a precision that is too low.';

/**
 * Reads the log-likelihoods of continuations from a completion of several prompts: the context, then the context with each
 * continuation. A continuation begins after as many tokens as the context alone has, as in lm-evaluation-harness (`ctxlen`), and its
 * log-likelihood is the sum over its tokens. The last token is one that the server wrote, and is left out; where the count of
 * prompt tokens shows that none was written, all are read.
 */
export function readLikelihoodReply(body: unknown, continuations: number): RequestOutcome {
  const parsed = replySchema.safeParse(body);
  if (!parsed.success) return garbage('not a completion');
  const { choices, usage: counted } = parsed.data;
  const ordered = choices.map((choice, k) => ({ ...choice, at: choice.index ?? k }));
  ordered.sort((x, y) => x.at - y.at);
  if (ordered.length !== continuations + 1)
    return without(`${choices.length} completions of ${continuations + 1} prompts`);
  const all = ordered.flatMap(({ logprobs }) => logprobs ?? []);
  if (all.length !== ordered.length) return without('no log-probabilities of tokens');
  const usage = usageOf(counted ?? null);
  const tokens = all.reduce((sum, { token_logprobs }) => sum + token_logprobs.length, 0);
  const written = tokens === usage?.prompt ? 0 : 1;
  const [context, ...options] = all;
  const from = context.token_logprobs.length - written;
  if (from < 1) return without('log-probabilities of written tokens alone');
  const parts = options.map((option) => partOf(option, from, written));
  if (parts.some(({ sum }) => sum === null))
    return without('no log-probabilities of the tokens of an option');
  if (parts.some(({ sum }) => Number.isNaN(sum) || sum === Number.POSITIVE_INFINITY))
    return { ...garbage('NaN among the log-probabilities'), absent: NOT_NUMBERS };
  if (parts.some(({ count }) => count === 0))
    return garbage('an option without tokens after those of its question');
  const output = writeLikelihoods({
    loglikelihoods: parts.map(({ sum }) => sum!),
    greedy: parts.every(({ isGreedy }) => isGreedy !== null)
      ? parts.map(({ isGreedy }) => isGreedy!)
      : null,
    tokens: parts.map(({ count }) => count),
  });
  const served = servedOf(parsed.data);
  return {
    kind: 'answer',
    answer: { output, thinking: null, finishReason: 'stop', usage, served },
  };
}

/** Sum and number of the tokens of a continuation, and whether each was the likeliest; null where the server does not say it. */
function partOf({ token_logprobs, top_logprobs }: Logprobs, from: number, written: number) {
  const end = token_logprobs.length - written;
  let sum: number | null = 0;
  let isGreedy: boolean | null = true;
  for (let k = from; k < end; k++) {
    const own = token_logprobs[k];
    sum = own === null || sum === null ? null : sum + own;
    const top = Object.values(top_logprobs?.[k] ?? {});
    if (top.length === 0) isGreedy = null;
    else if (isGreedy !== null) isGreedy &&= own === Math.max(...top);
  }
  return { sum, isGreedy, count: Math.max(0, end - from) };
}

/** A reply without what is needed: a fault that may pass if the model has answered before, else a server that cannot do it. */
function without(detail: string): RequestOutcome {
  return { ...garbage(detail), absent: NO_LIKELIHOODS };
}
