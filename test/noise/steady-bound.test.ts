import { expect, test } from 'vitest';
import { noiseReport } from '../../src/noise/noise-report.ts';
import { steadyBound } from '../../src/noise/steady-bound.ts';

/** Three models, 20 items, 3 answers each. */
function report(score: (model: number, item: number, repeat: number) => number, own = 20) {
  const rows = Array.from({ length: 180 }, (_, k) => [
    k % 3,
    Math.floor(k / 3) % 20,
    Math.floor(k / 60),
  ]).filter(([model, item]) => model > 0 || item < own);
  const names = (n: number) => Array.from({ length: n }, (_, k) => `${k}`);
  return noiseReport(
    {
      ...{ models: names(3), items: names(20), conditions: ['x'] },
      model: Int32Array.from(rows, ([m]) => m),
      item: Int32Array.from(rows, ([, i]) => i),
      condition: new Int32Array(rows.length),
      score: Float64Array.from(rows, ([m, i, r]) => score(m, i, r)),
      answer: null,
    },
    {
      ...{ bankSize: 20, areConditionsFixed: false, repeatPrice: 1, budget: null, error: null },
      ...{ pass: 1, ks: null, confidence: 0.9 },
    },
  );
}

test('repeats that never differ have an upper bound: 1 − .05^(1/60) of the pairs, half of it', () => {
  const { components, plan, areEqual, areSteady } = report((m, i) => Number((m + 3 * i) % 7 > 2));
  expect([areEqual, areSteady]).toEqual([false, true]);
  const repeats = components.find(({ effect }) => effect === 'repeats')!;
  // .05^(1/60) = e^(−2.99573/60) = .951297.
  expect([repeats.estimate, repeats.high]).toEqual([
    expect.closeTo(0, 12),
    expect.closeTo(0.048703 / 2, 5),
  ]);
  expect(plan.interval.high).toBeCloseTo(Math.sqrt((2 * 0.048703) / 2 / 20), 4);
});

test('equal scores everywhere are said', () => {
  expect(report(() => 0)).toMatchObject({ areEqual: true, areSteady: true });
  expect(report((m, i, r) => (m + i + r) % 2)).toMatchObject({ areEqual: false, areSteady: false });
  expect(steadyBound([], 0.05)).toBeNull();
});

test('a model without answers to half of a bank is not taken as asked whole', () => {
  const half = (own: number) =>
    report((m, i, r) => Number((m + i * i + r * i) % 3 > 0), own).byModel[0].pass[0].any;
  const [whole, part] = [half(20), half(10)];
  expect(part.high - part.low).toBeGreaterThan(1.3 * (whole.high - whole.low));
});
