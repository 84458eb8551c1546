import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import { categoryCurves, openCurves } from '../../src/irt/polytomous/curves/category-curves.ts';
import type { MixedItems } from '../../src/irt/polytomous/mixed-items.ts';
import { randomNormal, randomStream } from '../../src/random.ts';

/**
 * Answers in categories that follow given items, by examinees with abilities N(0, 1).
 * @param missing share of the answers that are not given, at random
 */
export function simulatedCategories(
  seed: string | number,
  items: MixedItems,
  examinees: number,
  missing = 0,
): { matrix: CategoryMatrix; abilities: Float64Array } {
  const random = randomStream(seed, 'answers');
  const curves = openCurves(items.mostCategories);
  const abilities = Float64Array.from({ length: examinees }, () => randomNormal(random));
  const answers = new Int16Array(examinees * items.count);
  for (let i = 0; i < examinees; i++)
    for (let j = 0; j < items.count; j++) {
      categoryCurves(abilities[i], items, j, curves);
      let left = random();
      let k = 0;
      while (k < items.categories[j] - 1 && left >= Math.exp(curves.logP[k]))
        left -= Math.exp(curves.logP[k++]);
      answers[i * items.count + j] = random() < missing ? -1 : k;
    }
  const matrix = {
    examinees: Array.from({ length: examinees }, (_, i) => `e${i + 1}`),
    items: Array.from({ length: items.count }, (_, j) => `i${j + 1}`),
    answers,
    categories: items.categories,
  };
  return { matrix, abilities };
}
