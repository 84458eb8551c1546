import type { Item } from '../../../item-bank/items/item.ts';
import { judgeConversation } from '../../prompt/judge/judge-conversation.ts';
import { judgedAnswers } from '../../prompt/judge/judged-answers.ts';
import type { ChatMessage } from '../../prompt/message.ts';
import type { AskOptions } from '../ask-item.ts';
import { judgingOf, type PanelJudge } from './judge-panel.ts';

/** What a judge will be asked about one question of an item. */
export interface JudgeQuestion {
  readonly judge: PanelJudge;
  /** The first question, and those that follow if replies cannot be read, all without the answer. */
  readonly turns: readonly (readonly ChatMessage[])[];
}

/** What judges will be asked about an answer to an item; to tell what that will cost. Empty if no judge grades it. */
export function judgeQuestions(
  item: Item,
  { judges, prompt }: Pick<AskOptions, 'judges' | 'prompt'>,
): JudgeQuestion[] {
  const judging = judgingOf(item, judges, prompt.language);
  if (judging === null) return [];
  return judgedAnswers(judging.item, []).flatMap((judged) => {
    const conversation = judgeConversation(judging.rubric, judged);
    const turns = Array.from(
      { length: conversation.turns },
      (_, k) => conversation.next(Array<string>(k).fill('')).messages,
    );
    return judging.panel.judges.map((judge) => ({ judge, turns }));
  });
}
