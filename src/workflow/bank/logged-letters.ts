import type { Item } from '../../../item-bank/items/item.ts';
import type { LetterAnswer } from '../../store/responses/pack-letters.ts';
import type { ReviewedItems } from '../../store/review/reviewed-items.ts';
import type { AddedAnswers } from './add-answers.ts';

/** Collects the letters and keys of logged answers, to rescore them if a key is corrected. */
export class LoggedLetters {
  readonly #letters = new Map<string, Map<string, LetterAnswer>>();
  readonly #keys = new Map<string, string>();

  /** @param extracted letters; null if there were none, undefined if the log does not say */
  add(model: string, id: string, item: Item, extracted: LetterAnswer): void {
    if (!('options' in item)) return;
    this.#keys.set(id, item.key.join(''));
    let own = this.#letters.get(model);
    if (own === undefined) {
      own = new Map();
      this.#letters.set(model, own);
    }
    // The mean of repeats counts: if their letters differ, none of them explains it.
    const isOne = !own.has(id) || own.get(id) === extracted;
    own.set(id, isOne ? extracted : undefined);
  }

  /** @param reviewed the items of the bank whose key may differ from the logged one */
  answers(matrix: AddedAnswers['matrix'], reviewed: ReviewedItems): Omit<AddedAnswers, 'absent'> {
    return {
      matrix,
      lettersOf: (examinee, item) => this.#letters.get(examinee)?.get(item),
      scoredBy: (item) => {
        const imported = reviewed.get(item)?.imported;
        const key = this.#keys.get(item);
        const isOwn = imported === undefined || !('options' in imported);
        return isOwn || imported.key.join('') === key ? undefined : key;
      },
    };
  }
}
