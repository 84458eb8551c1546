import type { ItemType } from '../../item-bank/items/item.ts';
import { gradeChoice } from './grade-choice.ts';
import { gradeOrder } from './grade-order.ts';

/**
 * The score of an answer that was read before, against a key: as `scoreOutput` scores it (grade-choice.ts, grade-order.ts).
 * @param letters as they were read; null for no answer, which is 0
 * @param isPartial whether a part of the key of a multiple choice counts
 */
export function scoreLetters(
  type: ItemType,
  letters: string | null,
  key: readonly string[],
  isPartial: boolean,
): number {
  if (type !== 'sequencing') return gradeChoice(letters, key.join(''), isPartial);
  // What is no order of all options cannot be compared with one.
  const isOrder = letters?.length === key.length && key.every((letter) => letters.includes(letter));
  return gradeOrder(isOrder ? letters : null, key.join(''));
}
