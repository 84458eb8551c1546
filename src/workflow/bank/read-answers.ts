import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
  type SingleChoice,
} from '../../scoring/patterns/answer-pattern.ts';

/** The patterns of one model's answers. */
export interface ModelPatterns {
  readonly model: string;
  readonly patterns: readonly AnswerPattern[];
}

/** Collects what was read from outputs. Answers that are alike are kept once, so that large logs fit into memory. */
export class ReadAnswers {
  readonly #kinds = new Map<string, ReadAnswer>();
  readonly #answers = new Map<string, ReadAnswer[]>();

  /** @param choice of its item; null if that is no single choice */
  add(model: string, read: Omit<ReadAnswer, 'choice'>, choice: SingleChoice | null): void {
    // Of other items only whether something was read matters.
    const extracted = read.extracted === null || choice !== null ? read.extracted : '';
    const name = JSON.stringify([extracted, read.reason, read.refused, choice]);
    let answer = this.#kinds.get(name);
    if (answer === undefined) {
      answer = { ...read, extracted, choice };
      this.#kinds.set(name, answer);
    }
    const own = this.#answers.get(model);
    if (own === undefined) this.#answers.set(model, [answer]);
    else own.push(answer);
  }

  /** Models whose answers have any, in the order they were met. */
  patterns(): ModelPatterns[] {
    return [...this.#answers]
      .map(([model, answers]) => ({ model, patterns: answerPatterns(answers) }))
      .filter(({ patterns }) => patterns.length > 0);
  }
}
