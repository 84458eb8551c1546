import type { Item } from '../../../item-bank/items/item.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import type { ChatMessage } from '../message.ts';
import { type Prompt, promptOf } from '../prompt.ts';
import { caseQuestionText } from '../question-text.ts';
import { promptLanguageOf, wordingOf } from '../wording/language.ts';
import { type DebateOptions, oneTurn } from './generate.ts';
import { quote } from './quote.ts';
import { seal } from './seal.ts';
import { shown } from './shown.ts';
import { debateWordingOf } from './wording/language.ts';

/**
 * The third stage: the model that answered sees the criticism, as the next message of its conversation, and gives its final
 * answer in the form that extraction reads. Of a case it answers all questions once more, one after another.
 * @param answers its own: one output, of a case one per question; a missing one counts as empty
 * @param criticism the output of the critic
 */
export function reflectConversation(
  item: Item,
  answers: readonly string[],
  criticism: string,
  options: DebateOptions,
): Conversation {
  const { variant, language = promptLanguageOf(item) } = options;
  const [wording, debate] = [wordingOf(language), debateWordingOf(language)];
  const criticised = [
    `${debate.criticism}\n${quote(shown(criticism, debate))}`,
    debate.reflect,
  ].join('\n\n');
  const version = (of: Prompt) => `reflect-${debate.revision}/${of.version}`;
  if (item.type !== 'case')
    return oneTurn(() => {
      const asked = promptOf(item, options);
      return seal(version(asked), [
        ...asked.messages,
        { role: 'assistant', content: shown(answers[0], debate) },
        { role: 'user', content: `${criticised}\n\n${wording.types[item.type].ask[variant]}` },
      ]);
    });
  const turns = item.key.length;
  return {
    turns,
    next(final) {
      if (final.length >= turns) throw new RangeError(`${final.length} of ${turns} answers`);
      const own = item.key.map((_, k) => shown(answers[k], debate, turns));
      // It reflects on what it said; reference answers would give the key away.
      const asked = conversationOf(item, { ...options, history: 'own' }).next(own.slice(0, -1));
      const messages: ChatMessage[] = [
        ...asked.messages,
        { role: 'assistant', content: own[turns - 1] },
      ];
      for (const [k, { question }] of item.key.slice(0, final.length + 1).entries()) {
        const again = caseQuestionText(question, variant, wording);
        messages.push({ role: 'user', content: k === 0 ? `${criticised}\n\n${again}` : again });
        if (k < final.length) messages.push({ role: 'assistant', content: final[k] });
      }
      return seal(version(asked), messages);
    },
  };
}
