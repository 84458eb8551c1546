import type { Item } from '../../../item-bank/items/item.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import type { AskOptions } from '../ask-item.ts';
import { comparisonOf } from './comparison.ts';

/** Texts that are embedded, their tokens, and dollars. */
interface Amount {
  readonly texts: number;
  readonly tokens: number;
  readonly dollars: number;
}

/** What comparing an answer to an item usually takes. */
export interface UsualEmbeddings {
  readonly answers: Amount;
  /** Once per run. */
  readonly references: Amount;
  /** False if an endpoint without a price is asked. */
  readonly isPriced: boolean;
}

const NOTHING: Amount = { texts: 0, tokens: 0, dollars: 0 };

/** @param answer tokens of an answer */
export function usualEmbeddings(
  item: Item,
  asked: Pick<AskOptions, 'embeddings'>,
  answer: number,
): UsualEmbeddings {
  const comparison = comparisonOf(item, asked);
  if (comparison === null) return { answers: NOTHING, references: NOTHING, isPriced: true };
  const { embeddings, references } = comparison;
  const { price } = embeddings;
  const amount = (tokens: readonly number[]): Amount => {
    const sum = tokens.reduce((total, one) => total + one, 0);
    return { texts: tokens.length, tokens: sum, dollars: (sum * (price?.prompt ?? 0)) / 1e6 };
  };
  const tokensOf = (content: string) => usualPromptTokens([{ role: 'user', content }]);
  return {
    answers: amount(references.map(() => answer)),
    references: amount(references.flat().map(tokensOf)),
    isPriced: price !== null,
  };
}
