import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mantelHaenszel } from '../../../../calibration/diagnose/dif/mantel-haenszel.ts';

const tables = (rows: readonly (readonly number[])[]) => ({
  rightReference: Float64Array.from(rows, ([a]) => a),
  wrongReference: Float64Array.from(rows, ([, b]) => b),
  rightFocal: Float64Array.from(rows, ([, , c]) => c),
  wrongFocal: Float64Array.from(rows, ([, , , d]) => d),
});

test('one stratum: the odds ratio and its standard error are those of a 2 × 2 table', () => {
  const found = mantelHaenszel(tables([[30, 10, 15, 25]]))!;
  expect(found.oddsRatio).toBeCloseTo((30 * 25) / (10 * 15), 12);
  // Woolf's formula: the variance of Robins, Breslow and Greenland is the same for one table.
  expect(found.se).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10 + 1 / 15 + 1 / 25), 12);
  expect(found.delta).toBeCloseTo(-2.35 * Math.log(5), 12);
  expect(found.etsClass).toBe('C');
});

test('a small difference is not corrected below 0', () => {
  // 5 expected, 5.25 found: nearer than one half, so that R does not correct either.
  const found = mantelHaenszel(tables([[21, 19, 20, 20]]))!;
  expect(found.chiSquare).toBeLessThanOrEqual(found.chiSquareUncorrected);
  expect(found.etsClass).toBe('A');
});

test('an odds ratio of 0 or infinity: a test without an estimate; no table: no test', () => {
  const found = mantelHaenszel(tables([[10, 0, 5, 5]]))!;
  expect([found.oddsRatio, found.effect, found.se, found.delta]).toEqual([null, null, null, null]);
  expect(found.p).toBeGreaterThan(0);
  expect(mantelHaenszel(tables([[10, 0, 5, 0]]))).toBeNull();
  expect(mantelHaenszel(tables([]))).toBeNull();
});

test('exchanging the groups turns the effect and keeps the test', () => {
  const count = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(count, count, count, count), { minLength: 1 }), (rows) => {
      const one = mantelHaenszel(tables(rows));
      const other = mantelHaenszel(tables(rows.map(([a, b, c, d]) => [c, d, a, b])));
      expect(other?.chiSquare ?? -1).toBeCloseTo(one?.chiSquare ?? -1, 8);
      if (one?.effect == null) expect(other?.effect ?? null).toBeNull();
      else expect(other!.effect).toBeCloseTo(-one.effect, 8);
    }),
  );
});
