import { parseJson } from '../../text/parse-json.ts';

/** The log-likelihoods of the options of an item, as they are kept in place of an output. */
export interface LikelihoodOutput {
  /** Natural logarithms, one per option, in the order of the options. −∞ is written as null. */
  readonly loglikelihoods: readonly number[];
  /** Whether each token of an option was the likeliest one; null if the server does not say it. */
  readonly greedy: readonly boolean[] | null;
  /** Tokens of each option. */
  readonly tokens: readonly number[];
}

export function writeLikelihoods({ loglikelihoods, greedy, tokens }: LikelihoodOutput): string {
  return JSON.stringify({ loglikelihoods, greedy, tokens });
}

/** Null for a text that `writeLikelihoods` did not write, such as that of a refused question. */
export function readLikelihoods(text: string): LikelihoodOutput | null {
  const value = parseJson(text) as Partial<LikelihoodOutput> | null | undefined;
  if (typeof value !== 'object' || value === null) return null;
  const { loglikelihoods, greedy = null, tokens } = value;
  const isList = (list: unknown, type: string) =>
    Array.isArray(list) && list.every((one) => typeof one === type);
  if (!Array.isArray(loglikelihoods) || !isList(tokens, 'number')) return null;
  const own = loglikelihoods.map((l) => l ?? Number.NEGATIVE_INFINITY);
  if (!isList(own, 'number')) return null;
  if (greedy !== null && !isList(greedy, 'boolean')) return null;
  return { loglikelihoods: own, greedy, tokens: tokens! };
}
