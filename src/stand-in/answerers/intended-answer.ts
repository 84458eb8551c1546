import type { Item } from '../../../item-bank/items/item.ts';
import { type RandomStream, randomInteger, shuffle } from '../../random.ts';
import { normaliseQuestion } from '../questions/normalise-question.ts';

/** What a simulated model wants to say: letters, in the order they are to be named, or a text. */
export type Intended =
  | { readonly kind: 'letters'; readonly letters: readonly string[] }
  | { readonly kind: 'text'; readonly text: string };

/**
 * The right answer to an item, or a wrong one. Wrong is: another option for a single choice; the key with one letter more
 * or fewer for a multiple choice; another order for sequencing; for open questions a number moved, or an admission of not
 * knowing. Which question of a case is asked is told by the last message; the first where none is recognised.
 */
export function intendedAnswer(
  item: Item,
  isRight: boolean,
  asked: { readonly lastMessage: string; readonly isChinese: boolean },
  random: RandomStream,
): Intended {
  const { lastMessage, isChinese } = asked;
  switch (item.type) {
    case 'single': {
      const wrong = Object.keys(item.options).filter((letter) => letter !== item.key[0]);
      return letters(isRight ? item.key : [pick(wrong, random)]);
    }
    case 'multiple':
      return letters(isRight ? item.key : oneLetterOff(item, random));
    case 'sequencing':
      return letters(isRight ? item.key : otherOrder(item.key, random));
    case 'open':
      return text(item.key, isRight, isChinese, random);
    case 'case': {
      const message = normaliseQuestion(lastMessage);
      const questions = item.key.filter(({ question }) =>
        message.includes(normaliseQuestion(question)),
      );
      const { answers } = questions.at(-1) ?? item.key[0];
      return text(answers, isRight, isChinese, random);
    }
  }
}

function letters(named: readonly string[]): Intended {
  return { kind: 'letters', letters: named };
}

function oneLetterOff(
  { options, key }: { options: Readonly<Record<string, string>>; key: readonly string[] },
  random: RandomStream,
): string[] {
  const flips = Object.keys(options).filter((letter) => key.length > 1 || !key.includes(letter));
  const flipped = pick(flips, random);
  return Object.keys(options).filter((letter) => key.includes(letter) !== (letter === flipped));
}

function otherOrder(key: readonly string[], random: RandomStream): string[] {
  const order = shuffle([...key], random);
  // The chance that the order is the right one again: two places are swapped.
  if (order.every((letter, k) => letter === key[k])) [order[0], order[1]] = [order[1], order[0]];
  return order;
}

function text(
  answers: readonly string[],
  isRight: boolean,
  isChinese: boolean,
  random: RandomStream,
): Intended {
  if (isRight) return { kind: 'text', text: pick(answers, random) };
  const number = Number(answers[0]);
  if (answers[0].trim() !== '' && Number.isSafeInteger(number))
    return { kind: 'text', text: String(number + 1 + randomInteger(random, 9)) };
  return { kind: 'text', text: isChinese ? '不清楚' : 'I do not know' };
}

function pick<T>(values: readonly T[], random: RandomStream): T {
  return values[randomInteger(random, values.length)];
}
