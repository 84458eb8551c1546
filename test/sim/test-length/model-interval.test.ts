import { describe, expect, test } from 'vitest';
import { modelInterval } from '../../../sim/test-length/model-interval.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

const TARGETS = [{ measure: 'mae', value: 2 }] as const;
const LENGTHS = [5, 10, 20, 40, 80, 160];
const actual = Array.from({ length: 24 }, (_, i) => 0.2 + i / 40);
const families = actual.map((_, i) => `f${i % 8}`);

/** Predictions that err by about 20/√length points; those of a family by the same factor. */
function outcomes(seeds: number, spread: number) {
  const factor = new Map<string, number>();
  for (const family of families)
    factor.set(family, Math.exp(spread * randomNormal(randomStream(1, family))));
  return new Map(
    LENGTHS.map((length) => [
      length,
      Array.from({ length: seeds }, (_, seed) => {
        const random = randomStream(2, seed, length);
        const scores = actual.map(
          (score, i) =>
            score + (0.2 / Math.sqrt(length)) * factor.get(families[i])! * randomNormal(random),
        );
        return { scores, held: scores.map(() => true) };
      }),
    ]),
  );
}

describe('the interval over models', () => {
  test('its standard error is the jackknife over families and the scatter of seeds', () => {
    const all = outcomes(4, 0.5);
    const of = modelInterval(all, TARGETS, actual, families, 1.96)!;
    const rows = all.get(20)!;
    const error = (keep: (family: string) => boolean, row: (typeof rows)[number]) => {
      const models = actual.flatMap((_, i) => (keep(families[i]) ? [i] : []));
      return (
        (100 * models.reduce((sum, i) => sum + Math.abs(row.scores[i] - actual[i]), 0)) /
        models.length
      );
    };
    const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
    const squares = (values: number[]) =>
      values.reduce((sum, v) => sum + (v - mean(values)) ** 2, 0);
    const seeds = rows.map((row) => error(() => true, row));
    const left = [...new Set(families)].map((out) =>
      mean(rows.map((row) => error((family) => family !== out, row))),
    );
    const expected = Math.sqrt((7 / 8) * squares(left) + squares(seeds) / (3 * 4));
    const point = of.points.find(({ length }) => length === 20)!;
    expect(point.se[0]).toBeCloseTo(expected, 12);
  });

  test('is wider if families differ more', () => {
    const of = (spread: number) =>
      modelInterval(outcomes(6, spread), TARGETS, actual, families, 1.96)!;
    const se = (spread: number) => of(spread).points.find(({ length }) => length === 80)!.se[0];
    expect(se(1)).toBeGreaterThan(1.5 * se(0));
    expect(of(1).low).toBeLessThan(80);
    expect(of(0).high).toBeGreaterThanOrEqual(80);
  });

  test('is open-ended if no length is certainly enough, and needs three families', () => {
    const target = [{ measure: 'mae', value: 0.1 }] as const;
    expect(modelInterval(outcomes(4, 0), target, actual, families, 1.96)).toMatchObject({
      low: 161,
      high: null,
    });
    const two = families.map((family) => (family < 'f4' ? 'a' : 'b'));
    expect(modelInterval(outcomes(4, 0), TARGETS, actual, two, 1.96)).toBeNull();
  });
});
