import type { MixedItem } from '../../../src/irt/polytomous/mixed-items.ts';

/** The parameters of an item as a list: graded and gpcm a, b_1 …; nominal slopes, intercepts; beta a, b, dispersion. */
export function numbersOf(item: MixedItem): number[] {
  switch (item.model) {
    case 'nominal':
      return [...item.slopes, ...item.intercepts];
    case 'beta':
      return [item.a, item.b, item.dispersion];
    case 'logistic':
      return [item.a, item.b, item.c ?? 0, item.d ?? 1];
    default:
      return [item.a, ...item.b];
  }
}
