import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
} from '../scoring/patterns/answer-pattern.ts';
import { readAnswerOf } from './read-answer.ts';
import type { RunAnswer } from './run-record.ts';

/** If this number of first answers all have the same fault, the test probably measures something else than the model. */
const FIRST_ANSWERS = 5;

/** An answer that could not be read, for a reason not known. */
const UNREAD: ReadAnswer = { extracted: null, reason: null, refused: false, choice: null };

/**
 * Watches the first answers of a model for a fault that all of them have (unreadable, declined, refused), so that a person learns
 * it before the test is paid for. The first answer that can be read ends this.
 */
export class FirstAnswers {
  /** Answers of which none could be read; null since one could. */
  #answers: ReadAnswer[] | null;
  #example = '';

  /** @param before answers of an earlier process that could not be read, for reasons not known; null if one of them could */
  constructor(before: number | null = 0) {
    this.#answers = before === null ? null : Array.from({ length: before }, () => UNREAD);
  }

  /** @returns the fault with the answer that shows it, once; else null */
  note(
    answer: Pick<RunAnswer, 'extracted' | 'reason' | 'refused'> & {
      readonly output?: string;
    },
  ): AnswerPattern | null {
    // Only answers that could not be read are kept here, so their items do not matter.
    if (answer.extracted === null) this.#answers?.push(readAnswerOf(answer, null));
    else this.#answers = null;
    this.#example ||= answer.output?.trim() ?? '';
    return this.#answers?.length === FIRST_ANSWERS ? this.pattern() : null;
  }

  /** The first output that is not empty; empty if there is none. */
  get example(): string {
    return this.#example;
  }

  /** The fault that all answers so far have; null if there are too few answers, or they differ. */
  pattern(): AnswerPattern | null {
    const answers = this.#answers ?? [];
    if (answers.length < FIRST_ANSWERS) return null;
    return answerPatterns(answers).find(({ count, of }) => count === of) ?? null;
  }
}
