import type { Conversation } from '../conversation.ts';
import { quote } from '../debate/quote.ts';
import type { PromptLanguage } from '../wording/language.ts';
import { gradeCode } from './grade-code.ts';
import { askedAgain, type JudgedAnswer, materialOf, shownAnswer } from './judge-conversation.ts';
import { readVerdict } from './read-verdict.ts';
import { judgeWordingOf } from './wording/language.ts';

/** What a judge sees of one question and two answers to it, in the order in which they are shown. */
export interface JudgedPair extends Omit<JudgedAnswer, 'answer'> {
  readonly answers: readonly [string, string];
}

/**
 * The conversation with a judge about which of two answers is better, over with the first reply that `readVerdict` can read. Ask it in
 * both orders (`combineOrders`): many judges prefer a place.
 */
export function verdictConversation(language: PromptLanguage, judged: JudgedPair): Conversation {
  const wording = judgeWordingOf(language);
  const { instruction, first, second, ask, again } = wording.pair;
  const code = gradeCode('pair', judged.answers);
  const [a, b] = judged.answers.map((answer) => quote(shownAnswer(answer, wording)));
  const coded = code === null ? [] : [wording.code(code)];
  const content = [
    instruction,
    ...materialOf(judged, wording),
    `${first}\n${a}`,
    `${second}\n${b}`,
    wording.quoted,
    ask,
    ...coded,
  ].join('\n\n');
  const version = `judge-pair-${language}-${wording.revision}`;
  return askedAgain(version, content, wording, (outputs) =>
    readVerdict(outputs, judged.answers) === null ? [again, ...coded].join(' ') : null,
  );
}
