import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../prompt/conversation.ts';
import { judgeConversation } from '../prompt/judge/judge-conversation.ts';
import { judgedAnswers } from '../prompt/judge/judged-answers.ts';
import { type NoJudgement, readJudgement } from '../prompt/judge/read-judgement.ts';
import type { Rubric } from '../prompt/judge/rubric.ts';
import { rubricOf } from '../prompt/judge/rubrics.ts';
import { promptLanguageOf } from '../prompt/wording/language.ts';
import type { ReadAnswer } from '../run/ask-conversation.ts';
import { rubricNameOf } from '../run/judges/judge-panel.ts';

/** How a judge grades what a model answered. Questions of an item go from 0; an open item has one. */
export interface Judging {
  /** @param answers outputs of the model, one per question */
  conversation(item: Item, question: number, answers: readonly string[]): Conversation;
  /**
   * The judgement: its grades as JSON in `extracted`, which is null if there are none that can be read. It is missing then.
   * @param outputs replies of the judge
   */
  read(
    item: Item,
    question: number,
    answers: readonly string[],
    outputs: readonly string[],
  ): ReadAnswer;
}

/** The rule of an answer that judges grade in calls of their own: what is extracted is its text. */
export const TEXT_FOR_JUDGES = 'for-judges';
/** The rule of a judgement that no judge was asked for. */
export const EMPTY_ANSWER = 'empty-answer';

/** How many questions of an item judges grade. */
export function judgedQuestions(item: Item): number {
  if (rubricNameOf(item) === null) return 0;
  return item.type === 'case' ? item.key.length : 1;
}

const REASONS: Readonly<Record<NoJudgement['reason'], ReadAnswer['reason']>> = {
  empty: 'empty',
  unfinished: 'truncated',
  'no-object': 'none',
  'no-code': 'none',
  several: 'none',
  missing: 'none',
  range: 'none',
};

/**
 * Judges that grade by the rubrics that items name, in the language of the item or of the rubric.
 * @param own rubrics beside those that are built in
 * @throws NAME_UNKNOWN for a rubric that there is not, as soon as one of its items is judged
 */
export function rubricJudging(own: readonly Rubric[] = []): Judging {
  const rubricFor = (item: Item) => rubricOf(rubricNameOf(item) ?? '', promptLanguageOf(item), own);
  const judged = (item: Item, question: number, answers: readonly string[]) => {
    if (item.type !== 'open' && item.type !== 'case')
      throw new RangeError(`item ${item.id} has no text to be judged`);
    return judgedAnswers(item, answers)[question];
  };
  return {
    conversation: (item, question, answers) =>
      judgeConversation(rubricFor(item), judged(item, question, answers)),
    read(item, question, answers, outputs) {
      const output = JSON.stringify(outputs);
      const { answer } = judged(item, question, answers);
      const read = readJudgement(outputs.length === 0 ? [''] : outputs, rubricFor(item), answer);
      if (read.reason !== null)
        return { output, extracted: null, rule: 'none', reason: REASONS[read.reason], score: 0 };
      const { aspects, rule, score } = read;
      return { output, extracted: JSON.stringify(aspects), rule, reason: null, score };
    },
  };
}
