import { readLabels } from '../../../../item-bank/items/metric/read-elements.ts';
import { comparableText } from '../comparable-text.ts';

/** The labels of a text in one spelling. */
export function labelSet(text: string): Set<string> {
  return new Set(readLabels(text).map((label) => comparableText(label)));
}

/**
 * F1 of the labels of one answer: 2 · common / (labels of the answer + labels of the reference), Dice's coefficient of both sets; 0
 * if the answer has none.
 *
 * @see Sokolova & Lapalme (2009), Information Processing & Management 45, 427–437
 */
export function labelF1(answer: ReadonlySet<string>, reference: ReadonlySet<string>): number {
  let common = 0;
  for (const label of answer) if (reference.has(label)) common++;
  return common > 0 ? (2 * common) / (answer.size + reference.size) : 0;
}
