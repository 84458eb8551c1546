import { describe, expect, test } from 'vitest';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { randomStream } from '../../../src/random.ts';
import { bankOf, byInformation, KINDS, simulatedItems } from '../simulated.ts';

/** More than the index lists in a cell, so that searches can run out of listed items. */
const MANY = 6000;
/** Bounds, their neighbours, ends of cells (0.1 wide), and far outside, where information underflows to 0. */
const THETAS = [
  -6,
  6,
  0,
  0.1,
  -0.1,
  0.3,
  5.9,
  -5.9,
  0.05,
  1.234,
  -2.777,
  6 - 1e-15,
  -6 - 1e-15,
  -7,
  8,
  -9,
  12,
  -60,
  60,
  2000,
];

describe('find agrees with a search of every item', () => {
  test.each(KINDS)('%s items, all eligible', (kind) => {
    const bank = bankOf(simulatedItems(kind, MANY, 'index'));
    for (const theta of THETAS) {
      const order = byInformation(bank, theta, () => true);
      for (const k of [1, 5, 100]) {
        const best = new Int32Array(k);
        expect(bank.index.find(theta, () => true, best)).toBe(k);
        expect([...best]).toEqual(order.slice(0, k));
      }
    }
  });

  test.each(KINDS)('%s items, the best of them used up', (kind) => {
    const bank = bankOf(simulatedItems(kind, MANY, 'used'));
    for (const theta of [-6, -1.95, 0, 1.234, 6]) {
      const order = byInformation(bank, theta, () => true);
      for (const taken of [10, 2040, 2048, 2050, MANY - 3, MANY]) {
        const used = new Set(order.slice(0, taken));
        const best = new Int32Array(5);
        const expected = order.slice(taken, taken + 5);
        expect(bank.index.find(theta, (j) => !used.has(j), best)).toBe(expected.length);
        expect([...best.subarray(0, expected.length)]).toEqual(expected);
      }
    }
  });

  test('items alike fill the lists of cells, and better ones come after them in the bank', () => {
    // As in a bank calibrated on a few models: items with the same answers have the same parameters.
    const others = simulatedItems('3PL', 2000, 'after those alike');
    const alike = (value: number) => new Float64Array(2000).fill(value);
    const column = (field: 'a' | 'b' | 'c' | 'd', value: number) =>
      Float64Array.from([...alike(value), ...others[field]]);
    const bank = bankOf(
      itemParameters({
        a: column('a', 1),
        b: column('b', 0),
        c: column('c', 0.2),
        d: column('d', 1),
      }),
    );
    for (const theta of THETAS) {
      const order = byInformation(bank, theta, () => true);
      for (const taken of [0, 300, 900, 1990]) {
        const used = new Set(order.slice(0, taken));
        const best = new Int32Array(3);
        expect(bank.index.find(theta, (j) => !used.has(j), best)).toBe(3);
        expect([...best]).toEqual(order.slice(taken, taken + 3));
      }
    }
  });

  test('looks at a fraction of the bank only', () => {
    const bank = bankOf(simulatedItems('3PL', MANY, 'speed'));
    const random = randomStream('thetas');
    let looks = 0;
    const count = () => {
      looks++;
      return true;
    };
    for (let n = 0; n < 100; n++) bank.index.find(4 * random() - 2, count, new Int32Array(1));
    expect(looks / 100).toBeLessThan(MANY / 50);
  });
});
