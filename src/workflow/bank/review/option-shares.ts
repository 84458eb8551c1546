import type { Item } from '../../../../item-bank/items/item.ts';
import { readLetters } from '../../../scoring/read-letters.ts';
import type { LetterAnswer } from '../../../store/responses/pack-letters.ts';
import { hadHash, type ReviewedItem } from '../../../store/review/reviewed-items.ts';
import type { Store } from '../../../store/store.ts';
import { rankingRuns } from './ranking-runs.ts';

/** How many models chose each letter of an item. */
export interface OptionShares {
  /** Models whose letters are known. */
  readonly models: number;
  /** Those of them without an answer. */
  readonly none: number;
  readonly letters: Readonly<Record<string, number>>;
}

/**
 * What models chose, where their letters are known: in the recorded answers of a bank, or else in a run, the newest one of several.
 * An answer of several letters counts for each of them. Answers of runs to other content under the same id do not count.
 * @param reviewed the item in the review of its bank, if that has ever changed it
 * @returns null if no letters are known
 */
export async function optionShares(
  store: Store,
  bank: string,
  { id: item, hash }: Pick<Item, 'id' | 'hash'>,
  reviewed: ReviewedItem | undefined,
): Promise<OptionShares | null> {
  const known = new Map<string, LetterAnswer>();
  const runs = (await rankingRuns(store, bank)).map(({ id }) => id);
  const answers = await store.runAnswersTo(runs, [item]);
  for (const { examinee, extracted, itemHash } of answers.sort((x, y) => x.run - y.run))
    if (itemHash === hash || (reviewed !== undefined && hadHash(reviewed, itemHash)))
      known.set(examinee, readLetters(extracted));
  const kept = await store.keptResponses(bank);
  const j = kept?.matrix.items.indexOf(item) ?? -1;
  for (const [i, examinee] of kept?.matrix.examinees.entries() ?? []) {
    const letters = kept!.letters[i]?.[j];
    if (letters !== undefined) known.set(examinee, letters);
  }
  const letters: Record<string, number> = {};
  let [models, none] = [0, 0];
  for (const answer of known.values()) {
    if (answer === undefined) continue;
    models++;
    if (answer === null) none++;
    for (const letter of answer ?? '') letters[letter] = (letters[letter] ?? 0) + 1;
  }
  return models === 0 ? null : { models, none, letters };
}
