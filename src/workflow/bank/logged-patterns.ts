import type { Item } from '../../../item-bank/items/item.ts';
import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
  singleChoiceOf,
} from '../../scoring/patterns/answer-pattern.ts';

/** The patterns of one model's answers in the files of an import. */
export interface ModelPatterns {
  readonly model: string;
  readonly patterns: readonly AnswerPattern[];
}

/** Collects what logs say was extracted. Answers with the same letter and key are kept once, so that large logs fit into memory. */
export class LoggedPatterns {
  readonly #kinds = new Map<string, ReadAnswer>();
  readonly #answers = new Map<string, ReadAnswer[]>();

  /** @param extracted a letter; null if there was none */
  add(model: string, item: Item, extracted: string | null): void {
    const choice = singleChoiceOf(item);
    const name = `${extracted}/${choice?.key}/${choice?.options}`;
    let answer = this.#kinds.get(name);
    if (answer === undefined) {
      answer = { extracted, reason: null, refused: false, choice };
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
