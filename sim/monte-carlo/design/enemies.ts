import type { CatBank } from '../../../src/cat/bank.ts';
import { fail } from '../../../src/errors.ts';
import { nearestNames } from '../../../src/nearest.ts';

/** Items of which a test asks at most one: those of each value of a tag, or sets of identifiers. */
export type Enemies = { readonly tag: string } | readonly (readonly string[])[];

/** The sets of enemy items in a bank. @throws NAME_UNKNOWN for a tag that the bank does not have */
export function enemySets(
  enemies: Enemies,
  { ids, tags }: Pick<CatBank, 'ids' | 'tags'>,
): readonly (readonly string[])[] {
  if (!('tag' in enemies)) return enemies;
  const { tag } = enemies;
  if (!Object.hasOwn(tags, tag))
    fail('NAME_UNKNOWN', { kind: 'tag', name: tag, nearest: nearestNames(tag, Object.keys(tags)) });
  const { values, codes } = tags[tag];
  const sets = values.map((): string[] => []);
  ids.forEach((id, j) => {
    sets[codes[j]].push(id);
  });
  // A single item has no enemies.
  return sets.filter(({ length }) => length > 1);
}
