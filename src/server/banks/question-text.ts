import { imageText } from '../../../item-bank/items/images/image.ts';
import type { Item } from '../../../item-bank/items/item.ts';

/** Most characters of a question that a list shows. */
const BEGINNING = 160;

/** The question as text: its context, the question, the questions of a case, and the kind and size of each picture. */
export function questionText(item: Item): string {
  const parts = [item.context, item.stem];
  if (item.type === 'case') parts.push(...item.key.map(({ question }) => question));
  parts.push(...(item.images ?? []).map(({ url }) => `[image: ${imageText(url)}]`));
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** The beginning of a question, on one line. */
export function beginningOf(item: Item): string {
  const text = item.stem.replaceAll(/\s+/g, ' ').trim();
  return text.length > BEGINNING ? `${text.slice(0, BEGINNING)}…` : text;
}

/** The right answer: letters of options, or reference answers. */
export function keyText(item: Item): string {
  if (item.type === 'case') return item.key.map(({ answers }) => answers.join(' | ')).join('\n');
  return item.key.join('options' in item ? ', ' : ' | ');
}
