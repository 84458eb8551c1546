import type { ResponseMatrix } from '../../irt/responses.ts';
import type { AbsentByModel } from '../absent.ts';
import { type BelowChance, belowChance } from '../patterns/below-chance.ts';

/** Models with clearly fewer right answers than by guessing, over the answers that are there. @param options of single choices, by item */
export function modelsBelowChance(
  { examinees, items, scores }: ResponseMatrix,
  absent: AbsentByModel | undefined,
  options: ReadonlyMap<string, number>,
): (BelowChance & { readonly model: string })[] {
  const optionsAt = items.map((item) => options.get(item) ?? 0);
  return examinees.flatMap((model, i) => {
    const row = scores.subarray(i * items.length, (i + 1) * items.length);
    if (isAboveChance(row, optionsAt)) return [];
    const none = absent?.get(model);
    const found = belowChance(
      items.flatMap((item, j) => {
        const isGiven = row[j] === 1 || (row[j] === 0 && !none?.has(item));
        return isGiven ? [{ right: row[j] === 1, options: optionsAt[j] }] : [];
      }),
    );
    return found === null ? [] : [{ model, ...found }];
  });
}

/** Most models are right more often than by guessing, which is seen without a list of their answers. */
function isAboveChance(scores: Float32Array, optionsAt: readonly number[]): boolean {
  let points = 0;
  for (const [j, options] of optionsAt.entries())
    if (options > 1 && !Number.isNaN(scores[j])) points += Number(scores[j] === 1) - 1 / options;
  return points >= 0;
}
