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
  readonly #answered = new Map<string, Set<string>>();

  /** @param itemChoice null if the item is no single choice */
  add(
    model: string,
    item: string,
    read: Omit<ReadAnswer, 'choice'>,
    itemChoice: SingleChoice | null,
  ): void {
    const choice = itemChoice !== null && this.#isFirst(model, item) ? itemChoice : null;
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

  #isFirst(model: string, item: string): boolean {
    const own = this.#answered.get(model) ?? new Set();
    this.#answered.set(model, own);
    if (own.has(item)) return false;
    own.add(item);
    return true;
  }

  /** Those of one model. */
  patternsOf(model: string): AnswerPattern[] {
    return answerPatterns(this.#answers.get(model) ?? []);
  }

  /** Models whose answers have any, in the order they were met. */
  patterns(): ModelPatterns[] {
    return [...this.#answers.keys()]
      .map((model) => ({ model, patterns: this.patternsOf(model) }))
      .filter(({ patterns }) => patterns.length > 0);
  }
}
