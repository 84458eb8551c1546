import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collapseCells } from '../../../calibration/diagnose/collapse-cells.ts';
import { type SX2, sX2 } from '../../../calibration/diagnose/s-x2.ts';
import { withoutEachItem } from '../../../calibration/diagnose/summed-scores.ts';
import { simulated } from './simulated.ts';

test('the distribution of scores without each item is that of all patterns, counted one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(unit(), unit()), { minLength: 1, maxLength: 7 }), (right) => {
      const items = right.length;
      const met: number[] = [];
      withoutEachItem(Float64Array.from(right.flat()), items, 2, (item, rest) => {
        met.push(item);
        for (const q of [0, 1])
          for (let s = 0; s < items; s++) {
            let expected = 0;
            for (let pattern = 0; pattern < 2 ** items; pattern++) {
              if ((pattern >> item) & 1) continue;
              let [sum, chance] = [0, 1];
              for (let j = 0; j < items; j++) {
                if (j === item) continue;
                const u = (pattern >> j) & 1;
                sum += u;
                chance *= u === 1 ? right[j][q] : 1 - right[j][q];
              }
              if (sum === s) expected += chance;
            }
            // A few rounded terms of at most 1.
            expect(Math.abs(rest[s * 2 + q] - expected)).toBeLessThan(1e-12);
          }
      });
      expect(met).toEqual(right.map((_, j) => j));
    }),
  );
});

const unit = () => fc.double({ min: 0, max: 1, noNaN: true });
const cell = () =>
  fc.record({
    right: fc.nat(20),
    wrong: fc.nat(20),
    expectedRight: fc.double({ min: 0, max: 20, noNaN: true }),
    expectedWrong: fc.double({ min: 0, max: 20, noNaN: true }),
  });

test('merged cells have enough expected answers, and no answer is lost', () => {
  fc.assert(
    fc.property(fc.array(cell(), { minLength: 1, maxLength: 12 }), (cells) => {
      const groups = collapseCells(cells, 1);
      const total = (list: typeof cells, field: keyof (typeof cells)[number]) =>
        list.reduce((sum, one) => sum + one[field], 0);
      for (const field of ['right', 'wrong', 'expectedRight', 'expectedWrong'] as const)
        expect(total(groups, field)).toBeCloseTo(total(cells, field), 9);
      if (groups.length > 1)
        for (const { expectedRight, expectedWrong } of groups)
          expect(Math.min(expectedRight, expectedWrong)).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('a small group joins the neighbour with fewer examinees', () => {
  const of = (size: number, expected: number) => ({
    right: size,
    wrong: size,
    expectedRight: expected,
    expectedWrong: expected,
  });
  const sizes = (cells: ReturnType<typeof of>[]) =>
    collapseCells(cells, 1).map(({ right }) => right);
  expect(sizes([of(5, 5), of(1, 0.5), of(3, 3)])).toEqual([5, 4]);
  expect(sizes([of(3, 3), of(1, 0.5), of(3, 3)])).toEqual([4, 3]);
  expect(sizes([of(1, 0.5), of(9, 9), of(3, 3)])).toEqual([10, 3]);
  expect(sizes([of(9, 9), of(9, 9), of(1, 0.5)])).toEqual([9, 10]);
});

test('under the model p is uniform; an item without relation to ability stands out', () => {
  const { matrix, parameters } = simulated('s-x2', 1000, 100);
  const prior = { mean: 0, sd: 1 };
  const { p } = sX2(matrix, parameters, prior, 0) as SX2;
  const below = (value: number) => p.filter((own) => own < value).length / p.length;
  // Four standard errors of a share of 100: the parameters are the true ones, none was estimated.
  expect(Math.abs(below(0.5) - 0.5)).toBeLessThan(0.2);
  expect(Math.abs(below(0.1) - 0.1)).toBeLessThan(0.12);
  const scores = matrix.scores.slice();
  for (let i = 0; i < 1000; i++) scores[i * 100 + 3] = i % 2;
  const broken = sX2({ ...matrix, scores }, parameters, prior, 2) as SX2;
  expect(broken.p[3]).toBeLessThan(1e-6);
});

test('says in words why there is none', () => {
  const prior = { mean: 0, sd: 1 };
  const of = (examinees: number, items: number, holes = 0) => {
    const { matrix, parameters } = simulated('reasons', examinees, items);
    for (let i = 0; i < holes; i++) matrix.scores[i * items] = Number.NaN;
    return sX2(matrix, parameters, prior, 2);
  };
  expect(of(199, 10)).toBe('S-X² needs 200 examinees who answered every item; there are 199');
  expect(of(210, 10, 11)).toBe('S-X² needs 200 examinees who answered every item; there are 199');
  expect(of(210, 10, 10)).toMatchObject({ examinees: 200 });
  expect(of(210, 201)).toBe('S-X² takes at most 200 items; there are 201');
  expect(of(210, 2)).toBe('S-X² needs at least 3 items');
});
