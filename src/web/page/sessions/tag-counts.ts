import type { Standing, Trace } from '../../../api/sessions.ts';
import { wordsOf } from '../../../tag-words.ts';
import { t } from '../../words/t.ts';

export interface TagCount {
  readonly tag: string;
  readonly value: string;
  /** Both in words. */
  readonly words: string;
  readonly asked: number;
  readonly answered: number;
  /** Sum of the scores of those answered; null if none is answered. */
  readonly right: number | null;
  /** The predicted score on the bank's items of this value; null if it is not known. */
  readonly score: Standing['tags'][string][string] | null;
}

/** Fewer items asked than this say nothing about a tag value. */
export const FEWEST = 3;

/** Rows that say something, and the others: values with few items and no score, and tags that all items share. */
export function splitTagCounts(rows: readonly TagCount[]): {
  readonly telling: TagCount[];
  readonly silent: TagCount[];
} {
  const values = new Map<string, number>();
  for (const { tag } of rows) values.set(tag, (values.get(tag) ?? 0) + 1);
  const tells = ({ tag, asked, score }: TagCount) =>
    values.get(tag)! > 1 && (score !== null || asked >= FEWEST);
  return { telling: rows.filter(tells), silent: rows.filter((row) => !tells(row)) };
}

/**
 * How many items of each tag value were asked and right: tags with predicted scores first, within a tag in the order of the
 * taxonomy, without one most asked first.
 */
export function tagCounts({ places, tagWords }: Trace, standing: Standing | null): TagCount[] {
  const counts = new Map<
    string,
    { tag: string; value: string; asked: number; answered: number; right: number }
  >();
  for (const { tags, score } of places)
    for (const [tag, value] of Object.entries(tags)) {
      const key = JSON.stringify([tag, value]);
      const count = counts.get(key) ?? { tag, value, asked: 0, answered: 0, right: 0 };
      count.asked++;
      if (score !== null) {
        count.answered++;
        count.right += score;
      }
      counts.set(key, count);
    }
  const known = ({ tag }: { tag: string }) => Number(standing?.tags[tag] !== undefined);
  const rows = [...counts.values()].sort(
    (a, b) =>
      known(b) - known(a) ||
      a.tag.localeCompare(b.tag) ||
      b.asked - a.asked ||
      a.value.localeCompare(b.value),
  );
  return [...new Set(rows.map(({ tag }) => tag))].flatMap((tag) => {
    const own = new Map(rows.filter((row) => row.tag === tag).map((row) => [row.value, row]));
    const { name, values } = wordsOf(tagWords, tag, [...own.keys()]);
    return values.map((words) => {
      const count = own.get(words.value)!;
      return {
        ...count,
        words: t('{name}: {value}', { name, value: words.name }),
        // Of a model that never answers it is not known.
        right: count.answered === 0 ? null : count.right,
        score: standing?.tags[tag]?.[words.value] ?? null,
      };
    });
  });
}
