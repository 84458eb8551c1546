import type { Item } from '../../../item-bank/items/item.ts';
import type { Conversation } from '../conversation.ts';
import { questionMessage } from '../question-message.ts';
import { caseText, questionText } from '../question-text.ts';
import { type PromptLanguage, promptLanguageOf, wordingOf } from '../wording/language.ts';
import type { Wording } from '../wording/wording.ts';
import { type DebateOptions, oneTurn } from './generate.ts';
import { quote } from './quote.ts';
import { seal } from './seal.ts';
import { shown } from './shown.ts';
import { debateWordingOf } from './wording/language.ts';
import type { DebateWording } from './wording/wording.ts';

/**
 * The second stage: another model sees the question and the answer, and says what is wrong or confirms it. It is not told
 * the key. Except of a case, it ends with the answer that it holds to be right, in the form that extraction reads: so the
 * record tells whether the critic was right.
 * @param answers what is criticised: one output, of a case one per question; a missing one counts as empty
 */
export function debateConversation(
  item: Item,
  answers: readonly string[],
  { language = promptLanguageOf(item) }: Pick<DebateOptions, 'language'>,
): Conversation {
  const [wording, debate] = [wordingOf(language), debateWordingOf(language)];
  const content =
    item.type === 'case'
      ? caseDebate(item, answers, wording, debate)
      : questionThen(
          item,
          [
            `${debate.answer}\n${quote(shown(answers[0], debate))}`,
            debate.criticise,
            wording.types[item.type].ask.cot,
          ].join('\n\n'),
          wording,
        );
  return oneTurn(() => seal(debateVersion(language), [questionMessage(item, content)]));
}

/** `debate-en-1-1`: language, revision of the words of debates and of those of questions. */
function debateVersion(language: PromptLanguage): string {
  return `debate-${language}-${debateWordingOf(language).revision}-${wordingOf(language).revision}`;
}

/** A question as it is always asked, with `ending` in place of the form of its answer. */
function questionThen(
  item: Exclude<Item, { type: 'case' }>,
  ending: string,
  wording: Wording,
): string {
  const ask = { 'answer-only': ending, cot: ending, explain: ending };
  const own = { ...wording.types[item.type], ask };
  return questionText(item, 'cot', { ...wording, types: { ...wording.types, [item.type]: own } });
}

function caseDebate(
  item: Extract<Item, { type: 'case' }>,
  answers: readonly string[],
  wording: Wording,
  debate: DebateWording,
): string {
  const turns = item.key.flatMap(({ question }, k) => [
    `${wording.headings.question}\n${question}`,
    `${debate.answer}\n${quote(shown(answers[k], debate, item.key.length))}`,
  ]);
  return [caseText(item, wording), ...turns, debate.criticise].join('\n\n');
}
