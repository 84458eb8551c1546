import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import { refuseType } from './likelihood/refuse-type.ts';
import type { ChatMessage } from './message.ts';
import { questionMessage } from './question-message.ts';
import { caseQuestionText, caseText } from './question-text.ts';
import { type Prompt, type PromptOptions, sealPrompt } from './seal-prompt.ts';
import { promptLanguageOf, wordingOf } from './wording/language.ts';
import { isLikelihoodVariant } from './wording/wording.ts';

/** Questions that are asked one after another, such as those of a case: each prompt has the answers so far. */
export interface Conversation {
  /** How many questions it has at most. */
  readonly turns: number;
  /**
   * The prompt of the question after `answers`, which are the outputs to the questions before it, in their order and as
   * they were given, thinking left out.
   * @throws RangeError with as many answers as there are questions, or more
   */
  next(answers: readonly string[]): Prompt;
  /** Whether no further question is needed after `outputs`, of which there is at least one. By default all are asked. */
  isOver?(outputs: readonly string[]): boolean;
}

/**
 * The conversation of a case. The first message has the description and the first question, every further one a
 * question. After each earlier question stands its first reference answer, so that an error is not carried on, as in CMB-Clin
 * (Wang et al. 2023, arXiv:2308.08833); with history `own` what the model answered. Nothing else of the key is ever in it.
 * @throws OPTIONS_CONFLICT with shots: a case with its answers would be a conversation within the conversation
 */
export function conversationOf(
  item: Extract<Item, { type: 'case' }>,
  options: PromptOptions,
): Conversation {
  if (options.shots !== undefined && options.shots.length > 0)
    fail('OPTIONS_CONFLICT', {
      options: 'shots',
      reason: `item ${item.id} is a case, and cases are asked without worked examples.`,
    });
  const { variant, language = promptLanguageOf(item), history = 'reference' } = options;
  if (isLikelihoodVariant(variant)) return refuseType(item, variant);
  const wording = wordingOf(language);
  const turns = item.key.length;
  return {
    turns,
    next(answers) {
      if (answers.length >= turns) throw new RangeError(`${answers.length} of ${turns} answers`);
      const messages: ChatMessage[] = [];
      for (const [k, { question, answers: references }] of item.key
        .slice(0, answers.length + 1)
        .entries()) {
        const asked = caseQuestionText(question, variant, wording);
        messages.push(
          k === 0
            ? questionMessage(
                item,
                `${caseText(item, wording)}

${asked}`,
              )
            : { role: 'user', content: asked },
        );
        if (k < answers.length)
          messages.push({
            role: 'assistant',
            content: history === 'own' ? answers[k] : references[0],
          });
      }
      return sealPrompt(item, options, messages);
    },
  };
}
