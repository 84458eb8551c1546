import { KIND, type MixedItems } from './mixed-items.ts';

/** The largest |a| of the items; of nominal and partial credit items the largest distance of two slopes. */
export function steepestSlope({ count, kinds, first, values, categories }: MixedItems): number {
  let steepest = 0;
  for (let j = 0; j < count; j++) {
    const from = first[j];
    if (kinds[j] !== KIND.linear) steepest = Math.max(steepest, Math.abs(values[from]));
    else {
      const slopes = values.subarray(from, from + categories[j]);
      steepest = Math.max(steepest, Math.max(...slopes) - Math.min(...slopes));
    }
  }
  return steepest;
}
