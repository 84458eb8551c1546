import type { Item } from '../../../item-bank/items/item.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import { type PromptOptions, type PromptVariant, promptOf } from '../prompt.ts';

/** How an item is asked in a debate: without shots, and without a system message but the endpoint's own. */
export interface DebateOptions extends Pick<PromptOptions, 'language'> {
  readonly variant: PromptVariant;
}

/** The first stage: the item as it is asked anywhere else, a case question by question. */
export function generateConversation(item: Item, options: DebateOptions): Conversation {
  if (item.type === 'case') return conversationOf(item, options);
  return oneTurn(() => promptOf(item, options));
}

/** A conversation of a single question. */
export function oneTurn(prompt: () => ReturnType<typeof promptOf>): Conversation {
  return {
    turns: 1,
    next(answers) {
      if (answers.length >= 1) throw new RangeError(`${answers.length} of 1 answers`);
      return prompt();
    },
  };
}
