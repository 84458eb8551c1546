import { reteller } from './retell.ts';
import { TOLD } from './told/told.ts';
import type { Words } from './words.ts';

const inChinese = reteller(TOLD);

/** A sentence or phrase that is kept as English text, in the language of the words; as it is where there is no Chinese for it. */
export function retold(text: string, { language }: Pick<Words, 'language'>): string {
  return language === 'en' ? text : (inChinese(text) ?? text);
}

/** The same of names one after another, such as the cell of a study: `eap, robust, 20 items`. */
export function retoldList(text: string, t: Pick<Words, 'language'>): string {
  if (t.language === 'en') return text;
  const parts = () => text.split(', ').map((part) => retold(part, t));
  return inChinese(text) ?? parts().join('、');
}
