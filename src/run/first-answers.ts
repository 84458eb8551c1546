import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
} from '../scoring/patterns/answer-pattern.ts';
import { readAnswerOf } from './read-answer.ts';
import type { RunAnswer } from './run-record.ts';

/** If this number of first answers all have the same fault, the test probably measures something else than the model. */
const FIRST_ANSWERS = 5;

/**
 * Watches the first answers of a model for a fault that all of them have (unreadable, declined, refused), so that a person learns
 * it before the test is paid for. The first answer that can be read ends this.
 */
export class FirstAnswers {
  #answers: ReadAnswer[] | null = [];

  /** @returns the fault with the answer that shows it, once; else null */
  note(
    answer: Pick<RunAnswer, 'extracted' | 'reason' | 'finishReason' | 'refused'>,
  ): AnswerPattern | null {
    // Only answers that could not be read are kept here, so their items do not matter.
    if (answer.extracted === null) this.#answers?.push(readAnswerOf(answer, null));
    else this.#answers = null;
    return this.#answers?.length === FIRST_ANSWERS ? this.pattern() : null;
  }

  /** The fault that all answers so far have; null if there are too few answers, or they differ. */
  pattern(): AnswerPattern | null {
    const answers = this.#answers ?? [];
    if (answers.length < FIRST_ANSWERS) return null;
    return answerPatterns(answers).find(({ count, of }) => count === of) ?? null;
  }
}
