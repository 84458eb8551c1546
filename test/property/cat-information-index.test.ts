import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemParameters } from '../../src/irt/parameters.ts';
import { bankOf, byInformation } from '../cat/simulated.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const item = fc.record({
  a: fc.oneof(
    real(0.2, 3),
    real(-3, 1.7).map((x) => 10 ** x),
  ),
  b: fc.oneof(real(-4, 4), real(-60, 60), fc.constantFrom(-6, 0, 0.1, 6)),
  c: fc.oneof(fc.constant(0), real(0, 0.49)),
  d: fc.oneof(fc.constant(1), real(0.5, 1)),
});
const theta = fc.oneof(
  real(-6, 6),
  real(-100, 100),
  fc.integer({ min: -60, max: 60 }).map((k) => k / 10),
);

test('the index finds the most informative eligible items of any bank at any ability', () => {
  fc.assert(
    fc.property(
      // Some items twice or more, for ties.
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.array(fc.nat(29), { maxLength: 30 }),
      fc.array(theta, { minLength: 1, maxLength: 5 }),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      fc.integer({ min: 1, max: 70 }),
      (some, copies, thetas, mask, k) => {
        const all = [...some, ...copies.filter((n) => n < some.length).map((n) => some[n])];
        const field = (name: 'a' | 'b' | 'c' | 'd') => all.map((one) => one[name]);
        const bank = bankOf(
          itemParameters({ a: field('a'), b: field('b'), c: field('c'), d: field('d') }),
        );
        const eligible = (j: number) => mask[j];
        for (const at of thetas) {
          const best = new Int32Array(k);
          const expected = byInformation(bank, at, eligible).slice(0, k);
          expect(bank.index.find(at, eligible, best)).toBe(expected.length);
          expect([...best.subarray(0, expected.length)]).toEqual(expected);
        }
      },
    ),
    { seed: 1, numRuns: 400 },
  );
});
