import { describe, expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { information } from '../../src/irt/information.ts';
import { likelihoodSlope } from '../../src/irt/likelihood-slope.ts';
import { logComplement, logProbability } from '../../src/irt/log-probability.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';
import { testInformation } from '../../src/irt/test-information.ts';
import { type Banks, golden, scaledItems } from './golden.ts';

type Curve = 'Pi' | 'dPi' | 'd2Pi' | 'Ii' | 'Ji';
const { theta, banks, curves } = golden<{
  theta: number[];
  banks: Banks;
  curves: ({ bank: string; D: number } & Record<Curve, number[][]>)[];
}>('catr-curves.json');

/** Both sides round a few terms of size 1 to 4. */
const TOLERANCE = 1e-9;

describe.each(curves)('catR, $bank, D = $D', ({ bank, D, ...expected }) => {
  const items = scaledItems(banks, bank, D);
  const { a, b, c, d } = items;

  /** The largest deviation from catR's matrix, over all abilities and items. */
  const worst = (curve: Curve, ours: (t: number, j: number) => number) =>
    Math.max(
      ...theta.flatMap((t, row) =>
        expected[curve][row].map((value, j) => Math.abs(ours(t, j) - value)),
      ),
    );
  const slopeOfItem = (t: number, j: number) => {
    const out = { slope: 0, information: 0, observed: 0, warm: 0 };
    const row = Float64Array.from({ length: items.count }, (_, k) => (k === j ? 1 : Number.NaN));
    likelihoodSlope(t, answersOf(items, row), out);
    return out;
  };

  test('17 abilities × 20 items are there', () => {
    for (const curve of ['Pi', 'dPi', 'd2Pi', 'Ii', 'Ji'] as const)
      expect([curve, expected[curve].length, expected[curve][0].length]).toEqual([curve, 17, 20]);
  });

  test('probability', () => {
    expect(worst('Pi', (t, j) => probability(t, a[j], b[j], c[j], d[j]))).toBeLessThan(TOLERANCE);
  });

  test('log-probabilities', () => {
    const log = (t: number, j: number) => Math.exp(logProbability(t, a[j], b[j], c[j], d[j]));
    const not = (t: number, j: number) => 1 - Math.exp(logComplement(t, a[j], b[j], c[j], d[j]));
    expect(worst('Pi', log)).toBeLessThan(TOLERANCE);
    expect(worst('Pi', not)).toBeLessThan(TOLERANCE);
  });

  test('first and second derivative', () => {
    const at = (t: number, j: number) => probabilityDerivatives(t, a[j], b[j], c[j], d[j]);
    expect(worst('dPi', (t, j) => at(t, j).first)).toBeLessThan(TOLERANCE);
    expect(worst('d2Pi', (t, j) => at(t, j).second)).toBeLessThan(TOLERANCE);
  });

  test('information, of an item, of an answer and of the test', () => {
    expect(worst('Ii', (t, j) => information(t, a[j], b[j], c[j], d[j]))).toBeLessThan(TOLERANCE);
    expect(worst('Ii', (t, j) => slopeOfItem(t, j).information)).toBeLessThan(TOLERANCE);
    for (const [row, t] of theta.entries()) {
      const sum = expected.Ii[row].reduce((total, value) => total + value);
      expect(Math.abs(testInformation(t, items) - sum)).toBeLessThan(TOLERANCE);
    }
  });

  test('Warm’s J', () => {
    expect(worst('Ji', (t, j) => slopeOfItem(t, j).warm)).toBeLessThan(TOLERANCE);
  });
});
