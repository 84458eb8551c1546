import { fail } from '../src/errors.ts';
import { nearestNames } from '../src/nearest.ts';
import type { FullScore, ItemTag } from './bank.ts';

/**
 * The weight of each item in the full score, over the items per examinee could be asked; they add up to 1.
 * `items`: 1 / number of items. `macro:TAG`: 1 / (number of values × number of items with that value), so that
 * the score is the unweighted mean of the value means (values without any available item are left out).
 *
 * @param available true if the item counts (for recorded answers: where there is an answer)
 * @throws NAME_UNKNOWN if the tag does not exist
 */
export function fullScoreWeights(
  fullScore: FullScore,
  tags: Readonly<Record<string, ItemTag>>,
  available: (j: number) => boolean,
  count: number,
): Float64Array {
  const weights = new Float64Array(count);
  if (fullScore === 'items') {
    let n = 0;
    for (let j = 0; j < count; j++) if (available(j)) n++;
    for (let j = 0; j < count; j++) if (available(j)) weights[j] = 1 / n;
    return weights;
  }
  const name = fullScore.slice('macro:'.length);
  const tag = Object.hasOwn(tags, name) ? tags[name] : undefined;
  if (tag === undefined)
    fail('NAME_UNKNOWN', { kind: 'tag', name, nearest: nearestNames(name, Object.keys(tags)) });
  const sizes = new Float64Array(tag.values.length);
  for (let j = 0; j < count; j++) if (available(j)) sizes[tag.codes[j]]++;
  const present = sizes.reduce((n, size) => n + (size > 0 ? 1 : 0), 0);
  for (let j = 0; j < count; j++)
    if (available(j)) weights[j] = 1 / (present * sizes[tag.codes[j]]);
  return weights;
}
