import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { failureOf } from '../../files/temporary.ts';
import { matrixOf, simulate } from '../simulated.ts';

const MODES = ['integrated', 'marginal'] as const;

/** Calibrates, and checks that every number can be used. */
function usable(matrix: ResponseMatrix, mode: 'auto' | (typeof MODES)[number] = 'auto') {
  const fit = calibrate(matrix, { mode });
  const { a, b, c, d } = fit.parameters;
  const { a: seA, b: seB, c: seC } = fit.standardErrors;
  for (const values of [a, b, c, d, seA, seB, seC, fit.abilities])
    expect(values.every(Number.isFinite)).toBe(true);
  expect(a.every((x) => x > 0)).toBe(true);
  expect(c.every((x) => x >= 0 && x < 1)).toBe(true);
  expect(seA.every((x) => x > 0) && seB.every((x) => x > 0) && seC.every((x) => x > 0)).toBe(true);
  return fit;
}

/** With some cells of a simulated matrix changed. */
function changed(
  [examinees, count]: readonly [number, number],
  score: (i: number, j: number, u: number) => number,
): ResponseMatrix {
  const { matrix } = simulate('degenerate', examinees, count);
  return matrixOf(examinees, count, (i, j) => score(i, j, matrix.scores[i * count + j]));
}

const SIZES = [
  [20, 60],
  [100, 12],
] as const;

describe.each(SIZES)('%i examinees × %i items', (...size) => {
  const last = size[1] - 1;

  test.each(MODES)('an item all got right is easy, one all got wrong is hard (%s)', (mode) => {
    const fit = usable(
      changed(size, (_, j, u) => (j === 0 ? 1 : j === 1 ? 0 : u)),
      mode,
    );
    const { b } = fit.parameters;
    expect(b[0]).toBeLessThan(Math.min(...b.subarray(2)) + 1);
    expect(b[1]).toBeGreaterThan(Math.max(...b.subarray(2)) - 1);
  });

  test.each(MODES)(
    'an item nobody answered is an average item, known as well as the prior (%s)',
    (mode) => {
      const { parameters, standardErrors, priors, integrated } = usable(
        changed(size, (_, j, u) => (j === last ? Number.NaN : u)),
        mode,
      );
      const [prior] = priors.groups;
      // Its mode or mean is the prior's mean, to the tolerance and the bounds (12 items do not settle the priors). What is reported of the integrated mode is the expected curve, flatter.
      const logA = integrated?.items.logA[last] ?? Math.log(parameters.a[last]);
      expect(Math.abs(logA - prior.meanLogA)).toBeLessThan(0.06);
      if (integrated !== null) expect(parameters.a[last]).toBeLessThan(Math.exp(prior.meanLogA));
      const logitC =
        integrated?.items.logitC[last] ?? Math.log(parameters.c[last] / (1 - parameters.c[last]));
      expect(Math.abs(logitC - prior.meanLogitC)).toBeLessThan(1e-2);
      expect(standardErrors.b[last]).toBeGreaterThan(
        Math.max(...standardErrors.b.subarray(0, last)) / 3,
      );
    },
  );

  test.each(MODES)('two identical items get identical parameters (%s)', (mode) => {
    const { matrix } = simulate('degenerate', ...size);
    const copy = matrixOf(...size, (i, j) => matrix.scores[i * size[1] + (j === last ? 0 : j)]);
    const { parameters } = usable(copy, mode);
    for (const field of ['a', 'b', 'c'] as const)
      expect(parameters[field][last]).toBe(parameters[field][0]);
  });

  test.each(MODES)('fractional scores (%s)', (mode) => {
    const random = randomStream('fractions');
    usable(
      changed(size, (_, j, u) => (j % 2 === 0 ? u : (u + random()) / 2)),
      mode,
    );
  });

  test.each(MODES)(
    'everyone answers alike: abilities are equal, slopes are not scaled by rounding (%s)',
    (mode) => {
      for (const score of [() => 1, () => 0, () => 0.5, (_: number, j: number) => j % 2]) {
        const { parameters, abilities } = usable(matrixOf(...size, score), mode);
        expect(Math.max(...abilities) - Math.min(...abilities)).toBeLessThan(1e-9);
        expect(Math.min(...parameters.a)).toBeGreaterThan(0.01);
        expect(Math.max(...parameters.b.map(Math.abs))).toBeLessThan(50);
      }
    },
  );

  test.each(MODES)('a perfect scale (%s)', (mode) => {
    usable(
      matrixOf(...size, (i, j) => (i / size[0] > j / size[1] ? 1 : 0)),
      mode,
    );
  });
});

describe('little data', () => {
  test.each([
    [2, 1],
    [2, 20],
    [3, 1],
    [100, 1],
    [5, 20],
  ])('%i examinees × %i items', (...size) => {
    for (const mode of MODES)
      for (const score of [
        () => 1,
        () => 0,
        (i: number) => i % 2,
        (i: number, j: number) => (i + j) % 2,
      ])
        usable(matrixOf(...size, score), mode);
    usable(simulate('little', ...size).matrix);
  });

  test.each([
    [30, 10_000, 0.97],
    [200, 150, 0.99],
  ])('%i examinees × %i items, a share of %f missing', (examinees, count, missing) => {
    const size = [examinees, count] as const;
    const { matrix, abilities } = simulate('sparse', ...size, { missing });
    // Everyone has one answer at least.
    matrix.examinees.forEach((_, i) => {
      matrix.scores[i * size[1] + (i % size[1])] = abilities[i] > 0 ? 1 : 0;
    });
    const fit = usable(matrix);
    expect(fit.mode).toBe(count === 10_000 ? 'integrated' : 'marginal');
  });
});

describe('refuses', () => {
  test('an examinee without any answer, by name', () => {
    const error = failureOf(() =>
      calibrate(matrixOf(5, 4, (i, j) => (i === 3 ? Number.NaN : (i + j) % 2))),
    );
    expect(error.code).toBe('NO_ANSWERS');
    expect(error.message).toBe('examinee e4: every cell is empty; at least one answer is needed.');
  });

  test.each([0, 1])('%i examinees', (n) => {
    const error = failureOf(() => calibrate(matrixOf(n, 4, () => 1)));
    expect(error.code).toBe('TOO_FEW_EXAMINEES');
    expect(error.message).toBe(
      `found ${n} examinee${n === 1 ? '' : 's'}; a calibration needs at least 2.`,
    );
  });
});
