import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { combinationInterval } from '../../src/noise/combination-interval.ts';
import { EFFECT_NAMES } from '../../src/noise/effects.ts';
import type { Observations } from '../../src/noise/observations.ts';
import { varianceComponents } from '../../src/noise/variance-components.ts';
import { failureOf } from '../files/temporary.ts';

const golden = (file: string) =>
  JSON.parse(readFileSync(new URL(`../golden/noise/${file}`, import.meta.url), 'utf8'));
const BALANCED = golden('balanced.json');
const VALUES = golden('values.json');

/** Rows: model, item, condition, score. */
function observed(rows: readonly (readonly number[])[]): Observations {
  const level = (f: number) => Int32Array.from(rows, (row) => row[f]);
  const names = (f: number) =>
    Array.from({ length: Math.max(...rows.map((row) => row[f])) + 1 }, (_, k) => `${k}`);
  return {
    models: names(0),
    items: names(1),
    conditions: names(2),
    model: level(0),
    item: level(1),
    condition: level(2),
    score: Float64Array.from(rows, (row) => row[3]),
    answer: null,
  };
}

/** Rows in the order of R's expand.grid: repeats fastest, then conditions, items, models. */
function rowsOf({ sizes, y }: { sizes: number[]; y: number[] }): number[][] {
  const [, items, conditions, repeats] = sizes;
  return y.map((score, k) => {
    const cell = Math.floor(k / repeats);
    return [
      Math.floor(cell / conditions / items),
      Math.floor(cell / conditions) % items,
      cell % conditions,
      score,
    ];
  });
}

const NAMES = new Map(
  [...EFFECT_NAMES].map(([effect, name]) => [
    effect,
    name === 'repeats' ? 'within' : name.replaceAll(/(\w)\w*( × )?/g, '$1'),
  ]),
);

describe('balanced designs: as aov and REML of R', () => {
  test.each(['two', 'three'])('%s facets', (which) => {
    const own = BALANCED[which];
    const found = varianceComponents(observed(rowsOf(own)));
    expect(found.isBalanced).toBe(true);
    expect(found.hasRepeats).toBe(true);
    for (const { effect, df, value } of found.meanSquares) {
      const name = NAMES.get(effect)!;
      const [degrees, meanSquare] =
        own.meanSquares[name === 'within' ? 'Residuals' : [...name].join(':')];
      expect(df).toBe(degrees);
      // Sums of squares of a hundred scores: rounding.
      expect(value).toBeCloseTo(meanSquare, 12);
    }
    // REML is iterative: lme4 ends within a relative 1e-5 of the optimum.
    for (const { effect, estimate } of found.components) {
      const name = NAMES.get(effect)!;
      const theirs = own.reml[name === 'within' ? 'Residual' : name];
      expect(Math.abs(estimate / theirs - 1), name).toBeLessThan(2e-4);
    }
  });
});

test('designs with missing cells and facets of one level: as dense projections', () => {
  for (const { rows, hasRepeats, components } of VALUES.unbalanced) {
    const found = varianceComponents(observed(rows));
    expect(found.isBalanced).toBe(false);
    expect(found.hasRepeats).toBe(hasRepeats);
    const own = Object.fromEntries(
      found.components.map(({ effect, estimate }) => [NAMES.get(effect)!, estimate]),
    );
    expect(Object.keys(own).sort()).toEqual(Object.keys(components).sort());
    // Two ways to solve seven equations.
    for (const [name, estimate] of Object.entries(own))
      expect(estimate, name).toBeCloseTo(components[name], 10);
  }
});

test('the order of answers and a constant added to all scores change nothing', () => {
  const [{ rows }] = VALUES.unbalanced;
  const plain = varianceComponents(observed(rows));
  const other = varianceComponents(
    observed([...rows].reverse().map((row: number[]) => [...row.slice(0, 3), row[3] + 1000])),
  );
  plain.components.forEach(({ estimate }, k) => {
    expect(other.components[k].estimate).toBeCloseTo(estimate, 9);
  });
});

test('items that only one model answered: their interaction is named as confounded', () => {
  const rows = [0, 1, 2].flatMap((model) =>
    [0, 1, 2, 3].flatMap((item) =>
      [0, 1].map((repeat) => [model, 4 * model + item, 0, ((model + item * 2 + repeat) % 5) / 4]),
    ),
  );
  const found = varianceComponents(observed(rows));
  expect(found.confounded).toEqual([3]);
  expect(found.components.map(({ effect }) => effect)).toEqual([1, 2, 8]);
});

test('refuses answers of one cell', () => {
  const error = failureOf(() => varianceComponents(observed([[0, 0, 0, 1]])));
  expect(error.code).toBe('NOISE_DESIGN');
});

test('intervals of combinations: as with the quantiles of scipy', () => {
  for (const { plus, minus, confidence, ends } of VALUES.intervals) {
    const terms = [...plus, ...minus] as [number, number][];
    const { low, high } = combinationInterval(
      terms.map(([value, df], k) => ({ effect: k, df, value, intervalDf: df })),
      terms.map((_, k) => (k < plus.length ? 1 : -1)),
      confidence,
    );
    // Quantiles from 2,000 degrees of freedom on are right to 1e-6.
    expect(low).toBeCloseTo(ends[0], 7);
    expect(high).toBeCloseTo(ends[1], 7);
  }
});
