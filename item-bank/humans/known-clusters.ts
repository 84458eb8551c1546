import type { HumanItem } from './human-item.ts';

/** An item as far as it says with which others it hangs together. */
export interface ClusterFacts {
  readonly id: string;
  readonly context?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

/** Tags that say by their name which questions share a case, a stem or a text; case, spaces, `_` and `-` do not count. */
const TAGS: readonly string[] = [
  ...['case', 'caseid', 'casenumber', 'vignette', 'vignetteid', 'testlet', 'testletid'],
  ...['sharedstem', 'sharedstemid', 'stemid', 'passageid', 'contextid'],
  ...['共用题干', '题组', '病例', '病例号'],
];
/** Of an id: the number of a question of a case, as in `case7#2`. */
const PART = /#\d+$/;

/**
 * The clusters that a bank knows of: items with one value of a tag whose name says so; else those with the same text before the stem; else those whose ids differ only
 * in a last `#` and number. By item; undefined for an item that hangs together with no other.
 */
export function knownClusters(items: readonly ClusterFacts[]): (string | undefined)[] {
  const contexts = new Map<string, string>();
  const names = items.map(({ id, context, tags }) => {
    const tag = Object.keys(tags).find((name) => TAGS.includes(plain(name)));
    if (tag !== undefined) return `${tag}: ${tags[tag]}`;
    if (context === undefined) return `id: ${id.replace(PART, '')}`;
    // The first id stands for a text, which can be long.
    const first = contexts.get(context) ?? id;
    contexts.set(context, first);
    return `context of ${first}`;
  });
  return ofSeveral(names);
}

/** Items with one value of a tag as clusters. */
export function taggedClusters(
  items: readonly Pick<HumanItem, 'tags'>[],
  tag: string,
): (string | undefined)[] {
  return ofSeveral(items.map(({ tags }) => (Object.hasOwn(tags, tag) ? tags[tag] : undefined)));
}

function ofSeveral(names: readonly (string | undefined)[]): (string | undefined)[] {
  const counts = new Map<string | undefined, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name) => (counts.get(name)! > 1 ? name : undefined));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
