import { fail } from '../errors.ts';
import { type RandomStream, shuffle } from '../random.ts';

/**
 * Deals whole families into folds of nearly equal size: in random order, larger families first, each into the fold
 * that is smallest so far.
 * @returns the fold (from 0) of each examinee
 * @throws TOO_FEW_EXAMINEES if there are fewer families than folds
 */
export function dealFolds(
  families: readonly string[],
  folds: number,
  random: RandomStream,
): Int32Array {
  const members = new Map<string, number[]>();
  families.forEach((family, i) => {
    const list = members.get(family);
    if (list === undefined) members.set(family, [i]);
    else list.push(i);
  });
  if (members.size < folds)
    fail('TOO_FEW_EXAMINEES', {
      found: members.size,
      needed: folds,
      purpose: `dividing examinees into ${folds} folds of whole families`,
    });
  // By name first, so that the order of the rows does not matter.
  const byName = [...members.keys()].sort().map((family) => members.get(family)!);
  const order = shuffle(byName, random).sort((x, y) => y.length - x.length);
  const sizes = new Float64Array(folds);
  const fold = new Int32Array(families.length);
  for (const family of order) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    for (const i of family) fold[i] = smallest;
    sizes[smallest] += family.length;
  }
  return fold;
}
