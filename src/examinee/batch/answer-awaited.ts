import type { Question } from '../examinee.ts';

/** Thrown where a question is answered later, by a batch: it has not failed, and stays as it is until then. */
export class AnswerAwaited extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super('an answer that is awaited from a batch');
    this.name = 'AnswerAwaited';
    this.question = question;
  }
}
