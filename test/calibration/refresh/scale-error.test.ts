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

test('from 300 items on, the same shifts four times say no more than once; of fewer items they do', () => {
  for (const [items, isCapped] of [
    [300, true],
    [150, false],
  ] as const)
    for (let run = 0; run < 2; run++) {
      const random = randomStream('scale-error-many', items, run);
      const once = Array.from({ length: items }, (_, j) => {
        const error = 0.2 + 0.3 * random();
        return { error, shift: (j < 0.2 * items ? 0.8 : 0) + error * randomNormal(random) };
      });
      const ofTimes = (times: number) => {
        const all = Array.from({ length: times }, () => once).flat();
        return scaleError(
          Float64Array.from(all, ({ shift }) => shift),
          Float64Array.from(all, ({ error }) => error),
        );
      };
      const ratio = ofTimes(4) / ofTimes(1);
      // The nodes of more items lie closer together, which moves the sums of so many by less than this.
      if (isCapped) expect(Math.abs(ratio - 1)).toBeLessThan(1e-6);
      else expect(ratio).toBeLessThan(0.95);
    }
});

test('items that drifted by far do not widen it, and unknown ones do not count', () => {
  const { shifts, errors } = drawn(0, 0, 1);
  const far = shifts.map((x, j) => (j < 15 ? 9 : x));
  expect(scaleError(far, errors)).toBeLessThan(1.3 * scaleError(shifts, errors));
  shifts[3] = Number.NaN;
  expect(scaleError(shifts, errors)).toBeGreaterThan(0);
  expect(scaleError(new Float64Array(0), new Float64Array(0))).toBeNaN();
});
