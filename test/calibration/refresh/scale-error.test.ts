import { expect, test } from 'vitest';
import { scaleError } from '../../../calibration/refresh/scale-error.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { mean } from '../../../src/statistics/mean.ts';

/** Shifts of 150 items measured from a scale that lies where the mean of all shifts is. */
function drawn(share: number, size: number, run: number) {
  const random = randomStream('scale-error', share, size, run);
  const errors = Float64Array.from({ length: 150 }, () => 0.3 + 0.2 * random());
  const raw = errors.map((s, j) => (j < 150 * share ? size : 0) + s * randomNormal(random));
  const used = raw.reduce((sum, x) => sum + x, 0) / 150;
  return { shifts: raw.map((x) => x - used), errors, truth: -used };
}

test.each([
  [0, 0],
  [0.2, 0.6],
  [0.3, 0.4],
])(
  '%d of the items drifted by %d, unseen: intervals of the scale hold, and are not far too wide',
  (share, size) => {
    const runs = Array.from({ length: 20 }, (_, run) => {
      const { shifts, errors, truth } = drawn(share, size, run);
      return { truth, error: scaleError(shifts, errors) };
    });
    const held = runs.filter(({ truth, error }) => Math.abs(truth) < 1.96 * error);
    expect(held.length).toBeGreaterThanOrEqual(18);
    const spread = Math.sqrt(mean(runs.map(({ truth }) => truth ** 2)));
    expect(mean(runs.map(({ error }) => error))).toBeLessThan(2.5 * spread);
  },
);

test('many items are not surer of the scale than the assumed sizes of drift allow', () => {
  const held = Array.from({ length: 12 }, (_, run) => {
    const random = randomStream('scale-error-many', run);
    const errors = Float64Array.from({ length: 1000 }, () => 0.2 + 0.3 * random());
    // 20% drifted by .8, and the scale lies where the items that seem stable do: a little off, as in a refresh.
    const truth = -0.03 - 0.01 * random();
    const shifts = errors.map((s, j) => (j < 200 ? 0.8 : 0) + s * randomNormal(random) + truth);
    return Math.abs(truth) < 1.96 * scaleError(shifts, errors);
  });
  expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(11);
});

test('items that drifted by far do not widen it, and unknown ones do not count', () => {
  const { shifts, errors } = drawn(0, 0, 1);
  const far = shifts.map((x, j) => (j < 15 ? 9 : x));
  expect(scaleError(far, errors)).toBeLessThan(1.3 * scaleError(shifts, errors));
  shifts[3] = Number.NaN;
  expect(scaleError(shifts, errors)).toBeGreaterThan(0);
  expect(scaleError(new Float64Array(0), new Float64Array(0))).toBeNaN();
});
