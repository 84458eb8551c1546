import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { correlation, matrixOf, rmse } from '../simulated.ts';

interface Golden {
  readonly examinees: number;
  readonly items: number;
  readonly answers: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly c: readonly number[];
  readonly eap: readonly number[];
}

const file = new URL('../golden/mirt-3pl.json', import.meta.url);
const golden: Record<string, Golden> = JSON.parse(readFileSync(file, 'utf8'));

/** The centre of mirt's prior, logit c ~ N(−1.8, 0.5); its spread is ours. */
const GUESSING = 1 / (1 + Math.exp(1.8));

/**
 * The same data, quadrature and prior of guessing, but other priors of the items: mirt's log a ~ N(0, 0.5) and no
 * prior of b, ours learned from the data. Root-mean-square differences are therefore not small where items are few or
 * examinees are; they shrink as examinees are more (LSAT6 has 5 items, which tell little of their own spread).
 */
const TOLERANCES = [
  ['LSAT6', { a: 0.1, b: 0.16, c: 0.015, eap: 0.06 }],
  ['SAT12', { a: 0.22, b: 0.28, c: 0.04, eap: 0.06 }],
  ['ECPE', { a: 0.07, b: 0.09, c: 0.02, eap: 0.02 }],
] as const;

describe.each(TOLERANCES)('%s', (name, tolerance) => {
  const data = golden[name];
  const bytes = Buffer.from(data.answers, 'base64');
  const matrix = matrixOf(data.examinees, data.items, (i, j) => {
    const k = i * data.items + j;
    return (bytes[k >> 3] >> (k & 7)) & 1;
  });
  const { parameters, abilities, converged } = calibrate(matrix, { guessing: GUESSING });

  test('converges near mirt’s marginal 3PL', () => {
    expect(converged).toBe(true);
    for (const field of ['a', 'b', 'c'] as const)
      expect(rmse(parameters[field], data[field])).toBeLessThan(tolerance[field]);
    expect(correlation(parameters.b, data.b)).toBeGreaterThan(0.98);
  });

  test('gives the examinees its abilities', () => {
    expect(rmse(abilities.subarray(0, 100), data.eap)).toBeLessThan(tolerance.eap);
  });
});
