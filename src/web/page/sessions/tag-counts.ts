import type { Standing, Trace } from '../../../api/sessions.ts';

export interface TagCount {
  readonly tag: string;
  readonly value: string;
  readonly asked: number;
  readonly answered: number;
  /** Sum of the scores of those answered. */
  readonly right: number;
  /** The predicted score on the bank's items of this value; null if it is not known. */
  readonly score: Standing['tags'][string][string] | null;
}

/** How many items of each tag value were asked and right, most asked first within a tag. */
export function tagCounts(places: Trace['places'], standing: Standing | null): TagCount[] {
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
  return [...counts.values()]
    .map((count) => ({ ...count, score: standing?.tags[count.tag]?.[count.value] ?? null }))
    .sort(
      (a, b) => a.tag.localeCompare(b.tag) || b.asked - a.asked || a.value.localeCompare(b.value),
    );
}
