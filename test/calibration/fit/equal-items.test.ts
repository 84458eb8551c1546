import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstEqualItems } from '../../../calibration/fit/equal-items.ts';

const matrices = fc
  .record({ examinees: fc.integer({ min: 1, max: 4 }), items: fc.integer({ min: 1, max: 30 }) })
  .chain(({ examinees, items }) =>
    fc.record({
      examinees: fc.constant(examinees),
      items: fc.constant(items),
      scores: fc.array(fc.constantFrom(0, 1, 0.5, Number.NaN), {
        minLength: examinees * items,
        maxLength: examinees * items,
      }),
      groups: fc.array(fc.nat({ max: 1 }), { minLength: items, maxLength: items }),
    }),
  );

test('the first item with the same answers and of the same group, as slow comparison finds it', () => {
  fc.assert(
    fc.property(matrices, fc.nat(), ({ examinees, items, scores, groups }, cut) => {
      const columns = {
        examinees,
        items,
        matrices: [Float32Array.from(scores), new Float32Array(0)],
      };
      const from = cut % items;
      const key = (j: number) =>
        [groups[j], ...Array.from({ length: examinees }, (_, i) => scores[i * items + j])].join();
      const expected = Array.from({ length: items - from }, (_, n) => {
        let k = from;
        while (key(k) !== key(from + n)) k++;
        return k;
      });
      const found = firstEqualItems(columns, from, items, (j, k) => groups[j] === groups[k]);
      expect([...found]).toEqual(expected);
    }),
  );
});

test('a second matrix counts: equal scores of unequal weight are not equal', () => {
  const scores = Float32Array.from([1, 1, 1]);
  const weights = Float32Array.from([1, 2, 1]);
  const columns = { examinees: 1, items: 3, matrices: [scores, weights] };
  expect([...firstEqualItems(columns, 0, 3)]).toEqual([0, 1, 0]);
});
