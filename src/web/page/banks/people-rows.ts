import type { ShownBaseline } from '../../../api/humans.ts';
import { type WordsOfTags, wordsOf } from '../../../tag-words.ts';
import { t } from '../../words/t.ts';

type Strata = ShownBaseline['strata'][number];
export type PeopleRow = ShownBaseline['overall'];

/** What the tables of people show. */
export interface PeopleTable {
  readonly overall: PeopleRow;
  /** Null for a bank without tags. */
  readonly strata: Strata | null;
  readonly words: WordsOfTags | null;
  readonly target: 'expected' | 'recorded';
  readonly model: string | undefined;
}

/** All questions, and then each stratum under its name. */
export function peopleRows({
  overall,
  strata,
  words,
}: PeopleTable): { readonly name: string; readonly row: PeopleRow }[] {
  const all = { name: t('all questions'), row: overall };
  if (strata === null) return [all];
  const { tags, rows } = strata;
  const named = tags.map((tag, k) => {
    const { values } = wordsOf(
      words,
      tag,
      rows.map((row) => row.values[k]),
    );
    return new Map(values.map(({ value, name }) => [value, name]));
  });
  return [
    all,
    ...rows.map((row) => ({
      name: row.values.map((value, k) => named[k].get(value) ?? value).join(' · '),
      row,
    })),
  ];
}

/** What rows are divided by, in words. */
export function dividedBy({ strata, words }: PeopleTable): string {
  return strata === null
    ? t('Questions')
    : strata.tags.map((tag) => wordsOf(words, tag, []).name).join(' + ');
}
