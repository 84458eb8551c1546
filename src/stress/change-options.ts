import type { ChoiceItem } from '../../item-bank/items/item.ts';
import { normaliseText } from '../../item-bank/items/normalise-text.ts';
import { type RandomStream, randomInteger, shuffle } from '../random.ts';
import { refersToOptions } from './option-references.ts';

/** It names no place, so that it can stand anywhere in the list. */
const NONE = { en: 'None of the other options is correct.', zh: '其他选项均不正确' } as const;

type Language = keyof typeof NONE;
type Changed = Pick<ChoiceItem, 'stem' | 'options' | 'key'>;

/**
 * The right option of a single choice says that none of the others is correct; the key stays its letter. Null for other types, with fewer
 * than three options, and where an option already speaks of others.
 */
export function noneOfAbove(item: ChoiceItem, language: Language): Changed | null {
  const { type, stem, options, key } = item;
  if (type !== 'single' || Object.keys(options).length < 3 || refersToOptions(options)) return null;
  return { stem, options: { ...options, [key[0]]: NONE[language] }, key };
}

/** The texts of the options under other letters; the key goes with its texts. Null where an option speaks of others. */
export function shuffleOptions(
  { type, stem, options, key }: ChoiceItem,
  random: RandomStream,
): Changed | null {
  if (refersToOptions(options)) return null;
  const letters = Object.keys(options);
  const order = shuffle([...letters], random);
  // The identity would change nothing: then the letters move by one.
  if (order.every((letter, k) => letter === letters[k])) order.push(order.shift()!);
  const newLetter = new Map(order.map((old, k) => [old, letters[k]]));
  const moved = key.map((letter) => newLetter.get(letter)!);
  return {
    stem,
    options: Object.fromEntries(order.map((old, k) => [letters[k], options[old]])),
    key: type === 'sequencing' ? moved : moved.sort(),
  };
}

/**
 * A sentence after the stem that states a wrong answer as the reference: another option, other letters for one of several, or two
 * places of an order exchanged. Null where there is no wrong answer.
 */
export function wrongHint(
  { type, stem, options, key }: ChoiceItem,
  language: Language,
  random: RandomStream,
): Changed | null {
  const others = Object.keys(options).filter((letter) => !key.includes(letter));
  let wrong: string[];
  if (type === 'sequencing') {
    wrong = [...key];
    const at = randomInteger(random, key.length - 1);
    [wrong[at], wrong[at + 1]] = [wrong[at + 1], wrong[at]];
  } else if (others.length === 0) return null;
  else {
    wrong = [...key];
    wrong[randomInteger(random, key.length)] = others[randomInteger(random, others.length)];
    wrong.sort();
  }
  const said =
    wrong.length === 1
      ? `${wrong[0]} (${normaliseText(options[wrong[0]])})`
      : wrong.join(type === 'sequencing' ? ' → ' : ', ');
  const hint =
    language === 'zh'
      ? `（一份参考资料给出的答案是：${said}）`
      : `(One reference gives this answer: ${said}.)`;
  return { stem: `${stem}\n${hint}`, options, key };
}
