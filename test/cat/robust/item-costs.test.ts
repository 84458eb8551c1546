import { expect, test } from 'vitest';
import { affordable, costOf, mostItems } from '../../../src/cat/robust/item-costs.ts';

const dollars = Float64Array.of(3, 1, 0, 2, 5);

test('the most items are the cheapest; one that cannot be asked is none', () => {
  expect(mostItems({ dollars, most: 6 })).toBe(3);
  expect(mostItems({ dollars, most: 5.9 })).toBe(2);
  expect(mostItems({ dollars, most: 0.5 })).toBe(0);
  expect(mostItems({ dollars })).toBe(4);
});

test('an order ends at the first item beyond the money, though a later one would fit', () => {
  const order = [0, 4, 1, 3];
  expect(affordable(order, { dollars, most: 7 })).toBe(1);
  expect(affordable(order, { dollars, most: 9 })).toBe(3);
  expect(affordable(order, { dollars })).toBe(4);
  expect(affordable(order, undefined)).toBe(4);
  expect(costOf(order, 3, { dollars })).toBe(9);
});
