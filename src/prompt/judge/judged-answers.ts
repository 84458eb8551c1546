import type { Item } from '../../../item-bank/items/item.ts';
import type { JudgedAnswer } from './judge-conversation.ts';

/**
 * What a judge sees of each question of an open item or a case: its description, and of a case the earlier questions with their
 * reference answers, as in CMB-Clin, so that an early mistake of the model does not count again.
 * @param outputs one per question; a missing one counts as empty
 */
export function judgedAnswers(
  item: Extract<Item, { type: 'open' | 'case' }>,
  outputs: readonly string[],
): JudgedAnswer[] {
  const { context, stem } = item;
  if (item.type === 'open')
    return [
      { description: context, question: stem, references: item.key, answer: outputs[0] ?? '' },
    ];
  const description = context === undefined ? stem : `${context}\n\n${stem}`;
  const asked = item.key.map(({ question, answers }) => ({ question, references: answers }));
  return asked.map((one, k) => ({
    ...one,
    description,
    history: asked.slice(0, k),
    answer: outputs[k] ?? '',
  }));
}
