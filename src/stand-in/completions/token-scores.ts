import { randomStream } from '../../random.ts';
import { textTokens } from './text-tokens.ts';

/** A token with its log-probability; null for the first one of a text. */
export interface TokenScore {
  readonly token: string;
  readonly logprob: number | null;
  /** Whether no token is likelier in its place. */
  readonly isGreedy: boolean;
}

/** FNV-1a (Fowler, Noll, Vo), 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Log-probabilities of the tokens of any text: between −3 and 0, decided by model, seed and the text up to each token. */
export function* tokenScores(text: string, model: string, seed: number): Generator<TokenScore> {
  let hash = FNV_OFFSET;
  const add = (words: string) => {
    for (let k = 0; k < words.length; k++)
      hash = Math.imul(hash ^ words.charCodeAt(k), FNV_PRIME) >>> 0;
  };
  add(`${seed} ${model} `);
  let isFirst = true;
  for (const token of textTokens(text)) {
    add(token);
    yield { token, logprob: isFirst ? null : (-3 * hash) / 2 ** 32, isGreedy: true };
    isFirst = false;
  }
}

/**
 * The log-likelihood of an option: of the one that a model answers with above −0.3; of any other below −0.5 for each of its bytes. So
 * the answer is the likeliest option as it is, per character and per byte.
 */
export function optionLikelihood(
  option: string,
  isAnswer: boolean,
  model: string,
  item: string,
  seed: number,
): number {
  const u = randomStream(seed, 'likelihood', model, item, option)();
  return isAnswer ? -0.1 - 0.2 * u : -(0.5 + u) * Buffer.byteLength(option) - 0.5;
}
