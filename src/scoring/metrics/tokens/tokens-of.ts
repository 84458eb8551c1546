import type { Tokenisation } from '../../../../item-bank/items/metric/tokenisations.ts';
import { characterTokens } from './characters.ts';
import { mtevalTokens } from './mteval.ts';
import { mtevalChineseTokens } from './mteval-zh.ts';
import { wordTokens } from './words.ts';

const RULES: Readonly<Record<Tokenisation, (text: string) => string[]>> = {
  characters: characterTokens,
  words: wordTokens,
  '13a': mtevalTokens,
  zh: mtevalChineseTokens,
};

/** The tokens of a text, in its order. */
export function tokensOf(text: string, tokenisation: Tokenisation): string[] {
  return RULES[tokenisation](text);
}
