import { categoryCurves, openCurves } from '../../../src/irt/polytomous/curves/category-curves.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { matrixOf } from './golden.ts';

/** Answers of examinees with abilities N(0, 1), a share of them missing. */
export function simulatedCategories(
  seed: string,
  list: readonly MixedItem[],
  examinees: number,
  missing = 0,
) {
  const items = mixedItems(list);
  const random = randomStream(seed, 'answers');
  const curves = openCurves(items.mostCategories);
  const abilities = Float64Array.from({ length: examinees }, () => randomNormal(random));
  const rows = Array.from(abilities, (theta) =>
    list.map((_, j) => {
      categoryCurves(theta, items, j, curves);
      let left = random();
      let k = 0;
      while (k < items.categories[j] - 1 && left >= Math.exp(curves.logP[k]))
        left -= Math.exp(curves.logP[k++]);
      return random() < missing ? -1 : k;
    }),
  );
  return { matrix: { ...matrixOf(rows), categories: items.categories }, abilities };
}
