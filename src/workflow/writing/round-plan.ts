import type { IssueKind, WrittenType } from '../../prompt/write/issues.ts';
import { wholeText } from '../../prompt/write/shown-question.ts';
import { writeWordingOf } from '../../prompt/write/wording/language.ts';
import type { WriteRequest, WriterFeedback } from '../../prompt/write/write-conversation.ts';
import { commentsOf, faultsOf, feedbackOf } from '../../writing/feedback.ts';
import { otherPassage, slotsOf } from '../../writing/slots.ts';
import type { WritingConfiguration } from './writing-panel.ts';
import type { CurrentQuestion } from './writing-state.ts';

/** A question that is to be written. */
export interface PlannedSlot {
  readonly place: number;
  readonly passage: number;
  readonly type: WrittenType;
  readonly rejected: WriteRequest['rejected'];
}

/** What the writer of a round is asked for: JSON. */
export interface RoundPlan {
  readonly slots: readonly PlannedSlot[];
  /** Null in the first round. */
  readonly feedback: WriterFeedback | null;
}

/** @param passages how many there are */
export function firstPlan(
  { questions, types, seed }: Pick<WritingConfiguration, 'questions' | 'types' | 'seed'>,
  passages: number,
): RoundPlan {
  const slots = slotsOf(passages, questions, types, seed).map(
    (slot, k): PlannedSlot => ({ place: k + 1, ...slot, rejected: null }),
  );
  return { slots, feedback: null };
}

/** Faults that another question from the same passage would have as well. */
const OF_PASSAGE: ReadonlySet<IssueKind> = new Set(['not-answerable', 'off-topic', 'trivial']);

/**
 * The round after all decisions: each question that was not accepted is rewritten, with what the experts said of it. One whose passage
 * is at fault, or that could not be read, is replaced by a question from another passage.
 */
export function nextPlan(
  open: readonly CurrentQuestion[],
  { seed, language }: Pick<WritingConfiguration, 'seed' | 'language'>,
  passages: number,
  round: number,
): RoundPlan {
  const wording = writeWordingOf(language);
  const slots = open.map((one): PlannedSlot => {
    const { place, passage, type, question } = one;
    const faults = faultsOf(one);
    if (question === null || one.state === 'failed' || faults.some((kind) => OF_PASSAGE.has(kind)))
      return {
        place,
        type,
        passage: otherPassage(passages, { passage }, seed, round, place),
        rejected: null,
      };
    return {
      ...{ place, passage, type },
      rejected: {
        question: wholeText(question, wording),
        reasons: faults,
        comments: commentsOf(one),
      },
    };
  });
  return { slots, feedback: feedbackOf(open) };
}
