import type { Item } from '../../item-bank/items/item.ts';
import { answerText } from './answer-text.ts';
import { conversationOf } from './conversation.ts';
import { likelihoodPrompt } from './likelihood/likelihood-prompt.ts';
import type { ChatMessage } from './message.ts';
import { questionMessage } from './question-message.ts';
import { questionText } from './question-text.ts';
import { requireExample } from './require-example.ts';
import { type Prompt, type PromptOptions, sealPrompt } from './seal-prompt.ts';
import { promptLanguageOf, wordingOf } from './wording/language.ts';
import { isLikelihoodVariant } from './wording/wording.ts';

export type { Prompt, PromptOptions } from './seal-prompt.ts';
export { PROMPT_LANGUAGES, type PromptLanguage } from './wording/language.ts';
export {
  ALL_VARIANTS,
  type AnyVariant,
  isLikelihoodVariant,
  PROMPT_VARIANTS,
  type PromptVariant,
} from './wording/wording.ts';

/**
 * What a model is sent to answer an item: each shot as a question of the user and an answer of the assistant, then the
 * question. Of a case it is the first turn; `conversationOf` has the others. The key is in no message but those of
 * shots.
 * @throws OPTIONS_CONFLICT for shots of a case, a case as a shot, and the item as a shot of its own; for an item that is no single
 *   choice, with a variant for base models
 */
export function promptOf(item: Item, options: PromptOptions): Prompt {
  const { variant, language = promptLanguageOf(item), shots = [] } = options;
  if (isLikelihoodVariant(variant)) return likelihoodPrompt(item, { ...options, variant });
  if (item.type === 'case') return conversationOf(item, options).next([]);
  const wording = wordingOf(language);
  const messages: ChatMessage[] = [];
  for (const shot of shots) {
    requireExample(shot, item);
    messages.push(questionMessage(shot, questionText(shot, variant, wording)), {
      role: 'assistant',
      content: answerText(shot, variant, wording),
    });
  }
  messages.push(questionMessage(item, questionText(item, variant, wording)));
  return sealPrompt(item, options, messages);
}
