import { expect, test } from 'vitest';
import { accelerated } from '../../../../calibration/fit/integrated/accelerated.ts';

/** x ← fixed + Λ(x − fixed): a plain sequence shrinks by each eigenvalue a round. */
function linear(fixed: readonly number[], eigenvalues: readonly number[]) {
  return (from: Float64Array, to: Float64Array) => {
    for (let k = 0; k < from.length; k++) to[k] = fixed[k] + eigenvalues[k] * (from[k] - fixed[k]);
  };
}

const FIXED = [1, -2, 0.5, 3];
const OPTIONS = { maxIterations: 100, tolerance: 1e-8, weights: new Float64Array(4).fill(1) };

test('slow, alternating and fast directions at once: a few rounds; the plain sequence takes thousands', () => {
  const x = new Float64Array(4);
  const result = accelerated(x, linear(FIXED, [0.995, -0.9, 0.5, 0.97]), OPTIONS);
  expect(result.converged).toBe(true);
  expect(result.iterations).toBeLessThan(15);
  FIXED.forEach((value, k) => {
    expect(Math.abs(x[k] - value)).toBeLessThan(1e-6);
  });
});

test('a nonlinear map: cosines', () => {
  const x = new Float64Array(4);
  const result = accelerated(
    x,
    (from, to) =>
      from.forEach((v, k) => {
        to[k] = Math.cos((k + 1) * 0.3 * v);
      }),
    OPTIONS,
  );
  expect(result.converged).toBe(true);
  x.forEach((v, k) => {
    expect(Math.abs(v - Math.cos((k + 1) * 0.3 * v))).toBeLessThan(1e-7);
  });
});

test('says so when it runs out of rounds', () => {
  const x = new Float64Array(4);
  const far = accelerated(x, linear(FIXED, [0.9, 0.8, 0.7, 0.6]), { ...OPTIONS, maxIterations: 3 });
  expect(far).toMatchObject({ iterations: 3, converged: false });
  expect(far.change).toBeGreaterThan(OPTIONS.tolerance);
});

test('entries of weight 0 are not waited for', () => {
  const x = new Float64Array(4);
  let rounds = 0;
  const result = accelerated(
    x,
    (from, to) => {
      to.set(from);
      to[3] = ++rounds;
    },
    { ...OPTIONS, weights: Float64Array.of(1, 1, 1, 0) },
  );
  expect(result).toEqual({ iterations: 2, converged: true, change: 0 });
});

test('a map that wanders within the tolerance is converged, one that wanders beyond it is not', () => {
  const wandering = (size: number) => {
    let round = 0;
    return accelerated(
      new Float64Array(4),
      (from, to) => {
        round++;
        from.forEach((value, k) => {
          to[k] = value + size * (round % 2 === 0 ? 1 : -1);
        });
      },
      { ...OPTIONS, tolerance: 1e-4 },
    );
  };
  expect(wandering(0.9e-4)).toMatchObject({ converged: true, iterations: 10 });
  const beyond = wandering(1.1e-4);
  expect(beyond.converged).toBe(false);
  expect(beyond.change).toBeCloseTo(1.1e-4, 12);
  expect(wandering(0.4e-4)).toMatchObject({ converged: true, iterations: 2 });
});
