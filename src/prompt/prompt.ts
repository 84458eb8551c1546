import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import { answerText } from './answer-text.ts';
import { conversationOf } from './conversation.ts';
import type { ChatMessage } from './message.ts';
import { questionText } from './question-text.ts';
import { type Prompt, type PromptOptions, sealPrompt } from './seal-prompt.ts';
import { promptLanguageOf, wordingOf } from './wording/language.ts';

export type { Prompt, PromptOptions } from './seal-prompt.ts';
export { PROMPT_LANGUAGES, type PromptLanguage } from './wording/language.ts';
export { PROMPT_VARIANTS, type PromptVariant } from './wording/wording.ts';

/**
 * What a model is sent to answer an item: each shot as a question of the user and an answer of the assistant, then the
 * question. Of a case it is the first turn; `conversationOf` has the others. The key is in no message but those of
 * shots.
 * @throws OPTIONS_CONFLICT for shots of a case, a case as a shot, and the item as a shot of its own
 */
export function promptOf(item: Item, options: PromptOptions): Prompt {
  if (item.type === 'case') return conversationOf(item, options).next([]);
  const { variant, language = promptLanguageOf(item), shots = [] } = options;
  const wording = wordingOf(language);
  const messages: ChatMessage[] = [];
  for (const shot of shots) {
    if (shot.type === 'case' || shot.hash === item.hash)
      return fail('OPTIONS_CONFLICT', {
        options: 'shots',
        reason: `item ${shot.id} cannot be a worked example for item ${item.id}: ${shot.type === 'case' ? 'it is a case' : 'it asks the same question'}.`,
      });
    messages.push(
      { role: 'user', content: questionText(shot, variant, wording) },
      { role: 'assistant', content: answerText(shot, variant, wording) },
    );
  }
  messages.push({ role: 'user', content: questionText(item, variant, wording) });
  return sealPrompt(item, options, messages);
}
