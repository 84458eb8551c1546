import { compatibleForm } from '../../../text/compatible-form.ts';

let segmenter: Intl.Segmenter | undefined;

/**
 * The words of a text by `Intl.Segmenter`, in Unicode form NFKC and in lower case, without what is no word. Chinese and
 * Japanese are split by the dictionary of ICU, other scripts by the word boundaries of Unicode: `don't` and `3.14` are one
 * word, `well-known` two.
 *
 * ICU chooses the words whose frequencies make the text most probable, from a smaller and more general dictionary than
 * jieba's, and has no model of unknown words: terms of a field are split more often. Another version of ICU can split
 * otherwise, so numbers are compared only on the same runtime (the checkout pins one).
 *
 * @see Unicode Standard Annex 29
 */
export function wordTokens(text: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(compatibleForm(text).toLowerCase()))
    if (isWordLike) words.push(segment);
  return words;
}
