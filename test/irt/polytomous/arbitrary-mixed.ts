import fc from 'fast-check';
import type { MixedItem } from '../../../src/irt/polytomous/mixed-items.ts';
import { between, shape } from '../arbitrary-items.ts';

const slope = between(Math.log(0.2), Math.log(4)).map(Math.exp);
const several = (low: number, high: number) =>
  fc.array(between(low, high), { minLength: 1, maxLength: 6 });
const rising = fc
  .record({ from: between(-3, 1), gaps: several(0.01, 1.5) })
  .map(({ from, gaps }) => {
    let sum = from;
    return gaps.map((gap) => {
      sum += gap;
      return sum;
    });
  });

export const gradedItem: fc.Arbitrary<Extract<MixedItem, { model: 'graded' }>> = fc.record({
  model: fc.constant('graded' as const),
  a: slope,
  b: rising,
});
export const gpcmItem: fc.Arbitrary<Extract<MixedItem, { model: 'gpcm' }>> = fc.record({
  model: fc.constant('gpcm' as const),
  a: slope,
  b: several(-3, 3),
});
export const nominalItem: fc.Arbitrary<Extract<MixedItem, { model: 'nominal' }>> = fc
  .array(fc.record({ slope: between(-3, 3), intercept: between(-3, 3) }), {
    minLength: 2,
    maxLength: 7,
  })
  .map((options) => ({
    model: 'nominal' as const,
    slopes: options.map((option) => option.slope),
    intercepts: options.map((option) => option.intercept),
  }));
export const betaItem: fc.Arbitrary<Extract<MixedItem, { model: 'beta' }>> = fc.record({
  model: fc.constant('beta' as const),
  a: slope,
  b: between(-3, 3),
  dispersion: between(0.001, 0.999),
  categories: fc.integer({ min: 2, max: 12 }),
});
const logisticItem: fc.Arbitrary<MixedItem> = shape.map((item) => ({
  model: 'logistic' as const,
  ...item,
}));

/** Items of all models. */
export const anyItem: fc.Arbitrary<MixedItem> = fc.oneof(
  gradedItem,
  gpcmItem,
  nominalItem,
  betaItem,
  logisticItem,
);
