import {
  type ItemChoices,
  keyByScores,
} from '../../../calibration/diagnose/options/item-choices.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { MOST_OPTIONS } from '../../scoring/extract/extraction.ts';
import { quoted } from '../../text/quoted.ts';
import type { ItemKey } from '../items/read-keys.ts';
import { readChoices } from './read-choices.ts';

/** The choices of a file, by item of a matrix. */
export interface Choices {
  /** One entry per item of the matrix; null if the file has no choice of it. */
  readonly items: readonly (ItemChoices | null)[];
  /** Rows of the file that name an examinee or an item which the matrix does not have. */
  readonly unmatched: number;
}

/**
 * The choices of a file (`readChoices`) by item of a matrix.
 *
 * @param keys of items; that of an item without one is the option that most right answers chose
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID: also for two rows of an examinee and an
 *   item, or no row that the matrix has
 */
export function matchChoices(
  file: string,
  matrix: ResponseMatrix,
  keys: ReadonlyMap<string, ItemKey> | null,
): Choices {
  const examinees = new Map(matrix.examinees.map((name, i) => [name, i]));
  const places = new Map(matrix.items.map((name, j) => [name, j]));
  const width = matrix.items.length;
  const choices = new Map<number, string>();
  let unmatched = 0;
  for (const { examinee, item, letters, where } of readChoices(file)) {
    const i = examinees.get(examinee);
    const j = places.get(item);
    if (i === undefined || j === undefined) {
      unmatched++;
      continue;
    }
    const at = i * width + j;
    if (choices.has(at))
      fail('FILE_INVALID', {
        file,
        where,
        found: `a second choice of examinee ${quoted(examinee)} for item ${quoted(item)}`,
        accepted: 'one choice per examinee and item',
      });
    choices.set(at, letters ?? '');
  }
  if (choices.size === 0)
    fail('FILE_INVALID', {
      file,
      found: 'no choice of an examinee and an item that have recorded answers',
      accepted: 'the names of examinees and items as in the recorded answers',
    });
  const lettersOf = Array.from({ length: width }, () => new Set<string>());
  for (const [at, choice] of choices) if (choice !== '') lettersOf[at % width].add(choice);
  return {
    items: matrix.items.map((item, j) => {
      if (lettersOf[j].size === 0) return null;
      const own = keys?.get(item) ?? null;
      for (const option of knownOptions(own)) lettersOf[j].add(option);
      const options = [...lettersOf[j]].sort();
      const chosen = Int16Array.from(matrix.examinees, (_, i) => {
        const choice = choices.get(i * width + j);
        return choice === undefined || choice === '' ? -1 : options.indexOf(choice);
      });
      const key =
        own === null
          ? keyByScores(options.length, chosen, (i) => matrix.scores[i * width + j] === 1)
          : options.indexOf(own.key);
      return { options, chosen, key };
    }),
    unmatched,
  };
}

/** The key, and all letters of a question with one right option whose number of options is known. */
function knownOptions(key: ItemKey | null): string[] {
  if (key === null) return [];
  const isSingle = key.type !== 'multiple' && key.key.length === 1;
  const count = isSingle && key.options !== null ? Math.min(MOST_OPTIONS, key.options) : 0;
  return [key.key, ...Array.from({ length: count }, (_, k) => String.fromCharCode(65 + k))];
}
