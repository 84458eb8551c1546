import type { Item } from '../../item-bank/items/item.ts';
import type { PromptVariant, Wording } from './wording/wording.ts';

/**
 * The right answer to an item in the form that its prompt asks for: what the assistant says in a shot. With chain of thought
 * the item's explanation stands before it, if it has one; where an explanation is asked for, under its heading.
 */
export function answerText(
  item: Exclude<Item, { type: 'case' }>,
  variant: PromptVariant,
  wording: Wording,
): string {
  if (item.type === 'open' && variant === 'answer-only') return item.key[0];
  const answer =
    item.type === 'open'
      ? wording.answerText(item.key[0])
      : wording.answerLetters(item.key.join(''));
  if (variant === 'answer-only' || item.explanation === undefined) return answer;
  const heading = variant === 'explain' ? `${wording.headings.explanation}\n` : '';
  return `${heading}${item.explanation}\n\n${answer}`;
}
