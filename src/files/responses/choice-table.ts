import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readChoices } from './read-choices.ts';

/** Which options examinees chose. */
export interface ChoiceTable {
  readonly examinees: readonly string[];
  readonly items: readonly string[];
  /** examinees × items, row by row: letters, ascending; undefined if the item was not asked, or no option was chosen. */
  readonly letters: readonly (string | undefined)[];
  /** Answers in which no option was chosen. */
  readonly without: number;
}

/**
 * Reads choices (`readChoices`) as a table, examinees and items in the order in which the file names them.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID: also for two rows of an examinee and an item; NO_ANSWERS
 */
export function readChoiceTable(file: string): ChoiceTable {
  const choices = readChoices(file);
  const numbered = (names: readonly string[]) =>
    new Map([...new Set(names)].map((name, k) => [name, k]));
  const examinees = numbered(choices.map(({ examinee }) => examinee));
  const items = numbered(choices.map(({ item }) => item));
  const letters = new Array<string | undefined>(examinees.size * items.size);
  const seen = new Set<number>();
  let without = 0;
  for (const { examinee, item, letters: own, where } of choices) {
    const at = examinees.get(examinee)! * items.size + items.get(item)!;
    if (seen.has(at))
      fail('FILE_INVALID', {
        file,
        where,
        found: `a second choice of examinee ${quoted(examinee)} for item ${quoted(item)}`,
        accepted: 'one choice per examinee and item',
      });
    seen.add(at);
    if (own === null) without++;
    else letters[at] = own;
  }
  if (seen.size === without) fail('NO_ANSWERS', { where: file });
  return { examinees: [...examinees.keys()], items: [...items.keys()], letters, without };
}
