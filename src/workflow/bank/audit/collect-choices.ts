import {
  NO_CHOICE,
  type RecordedChoices,
  SCORED_RIGHT,
  SCORED_WRONG,
} from '../../../../calibration/diagnose/keys/recorded-choices.ts';
import type { Item } from '../../../../item-bank/items/item.ts';
import type { ItemKey } from '../../../files/items/read-keys.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import type { KeptResponses } from '../../../store/store.ts';

/** What an audit of answers needs of an item. */
export interface AnsweredItem {
  readonly id: string;
  /** 0 if there are none, or it is not known. */
  readonly options: number;
  /** Letters, ascending; null if there are none, or they are not known. */
  readonly key: string | null;
  readonly isSingle: boolean;
}

/** A score counts as right from here on. */
const RIGHT_FROM = 0.5;

export function answeredItem(item: Item): AnsweredItem {
  const isChoice = item.type === 'single' || item.type === 'multiple';
  return {
    id: item.id,
    options: isChoice ? Object.keys(item.options).length : 0,
    key: isChoice ? item.key.join('') : null,
    isSingle: item.type === 'single',
  };
}

/** The same from a file of keys. @param options of the bank; 0 if it is not known */
export function keyedItem(id: string, key: ItemKey | undefined, options: number): AnsweredItem {
  const letters = key?.key ?? null;
  return {
    id,
    options: key?.options ?? options,
    key: letters,
    isSingle: letters !== null && letters.length === 1 && key?.type !== 'multiple',
  };
}

/** Answers of models to the items of one bank, from several sources: a letter replaces a score, the last letter the others. */
export class ChoiceCollection {
  readonly #items: readonly AnsweredItem[];
  readonly #left: ReadonlySet<string>;
  readonly #position: ReadonlyMap<string, number>;
  readonly #rows = new Map<string, Int8Array>();
  /** Answers to items that the bank does not have. */
  unknown = 0;
  /** Answers to items that it has. */
  known = 0;

  /** @param left ids of items whose answers are left out */
  constructor(items: readonly AnsweredItem[], left: ReadonlySet<string>) {
    this.#left = left;
    this.#items = items;
    this.#position = new Map(items.map(({ id }, j) => [id, j]));
  }

  /** @returns whether the answer can count */
  addLetters(model: string, item: string, letters: string | null): boolean {
    const j = this.#place(item);
    if (j === undefined) return false;
    if (letters === null || letters === '') return true;
    const { key, isSingle } = this.#items[j];
    const row = this.#row(model);
    if (isSingle && letters.length === 1) row[j] = letters.charCodeAt(0) - 65;
    else if (key !== null) row[j] = letters === key ? SCORED_RIGHT : SCORED_WRONG;
    return true;
  }

  /** A score counts unless the letter is known. @returns whether the answer can count */
  addScore(model: string, item: string, score: number): boolean {
    const j = this.#place(item);
    if (j === undefined) return false;
    const row = this.#row(model);
    if (!Number.isNaN(score) && row[j] < 0)
      row[j] = score >= RIGHT_FROM ? SCORED_RIGHT : SCORED_WRONG;
    return true;
  }

  addMatrix({ examinees, items, scores }: ResponseMatrix): void {
    for (const [m, model] of examinees.entries())
      for (const [j, item] of items.entries()) {
        const score = scores[m * items.length + j];
        if (!Number.isNaN(score)) this.addScore(model, item, score);
      }
  }

  /** The letters that are kept with recorded answers. */
  addRecordedLetters({ matrix, letters }: Pick<KeptResponses, 'matrix' | 'letters'>): void {
    for (const [m, own] of letters.entries())
      for (const [j, chosen] of own?.entries() ?? [])
        if (typeof chosen === 'string')
          this.addLetters(matrix.examinees[m], matrix.items[j], chosen);
  }

  /** The items in their order; null if nobody answered. */
  choices(): RecordedChoices | null {
    const rows = [...this.#rows].filter(([, row]) => row.some((choice) => choice !== NO_CHOICE));
    if (rows.length === 0) return null;
    const width = this.#items.length;
    const choices = new Int8Array(rows.length * width);
    for (const [m, [, row]] of rows.entries()) choices.set(row, m * width);
    return {
      examinees: rows.map(([model]) => model),
      items: this.#items.map(({ id }) => id),
      choices,
      options: Uint8Array.from(this.#items, ({ options }) => options),
      keys: Int8Array.from(this.#items, ({ key, isSingle }) =>
        key === null || !isSingle ? -1 : key.charCodeAt(0) - 65,
      ),
    };
  }

  #place(item: string): number | undefined {
    const j = this.#position.get(item);
    if (j !== undefined || this.#left.has(item)) this.known++;
    else this.unknown++;
    return j;
  }

  #row(model: string): Int8Array {
    const row = this.#rows.get(model) ?? new Int8Array(this.#items.length).fill(NO_CHOICE);
    this.#rows.set(model, row);
    return row;
  }
}
