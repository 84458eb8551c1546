import type { ItemType } from '../../item-bank/items/item.ts';
import { gradeChoice } from './grade-choice.ts';
import { gradeOrder } from './grade-order.ts';

/**
 * The score of an answer that was read before, against a key. Tests score a part of the key of a multiple choice as wrong, and so does
 * this.
 * @param letters as they were read; null for no answer, which is 0
 */
export function scoreLetters(
  type: ItemType,
  letters: string | null,
  key: readonly string[],
): number {
  if (type !== 'sequencing') return gradeChoice(letters, key.join(''), false);
  // What is no order of all options cannot be compared with one.
  const isOrder = letters?.length === key.length && key.every((letter) => letters.includes(letter));
  return gradeOrder(isOrder ? letters : null, key.join(''));
}
