import type { HumanBaseline } from '../../../../item-bank/humans/human-baseline.ts';
import { type WordsOfTags, wordsOf } from '../../../tag-words.ts';

type Strata = HumanBaseline['strata'][number];

/** What items are divided by, such as `clinical_department + difficulty_level`, in words. */
export function strataName({ tags }: Strata, words: WordsOfTags | null): string {
  return tags.map((tag) => wordsOf(words, tag, []).name).join(' + ');
}

/** The name of a stratum, by its row. */
export function stratumNames({ tags, rows }: Strata, words: WordsOfTags | null): string[] {
  const named = tags.map((tag, k) => {
    const { values } = wordsOf(
      words,
      tag,
      rows.map((row) => row.values[k]),
    );
    return new Map(values.map(({ value, name }) => [value, name]));
  });
  return rows.map(({ values }) =>
    values.map((value, k) => named[k].get(value) ?? value).join(' · '),
  );
}
