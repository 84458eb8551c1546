import { expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { findDrift } from '../../../calibration/refresh/find-drift.ts';
import { pickExaminees } from '../../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { mean } from '../../../src/statistics/mean.ts';

const engine = wasmEngine(1);
const SHIFT = 0.8;

/**
 * A calibration of `old` models, refreshed with `newer` models that are .7 more able, for whom a share of the items is harder: how far their mean ability is
 * from the truth on the scale of the old models, and the error that is reported. The table of docs/mathematics.md is of 15 runs each.
 */
function refreshed(old: number, newer: number, items: number, share: number, run: number) {
  const random = randomStream('rf', old, newer, items, share, SHIFT, run);
  const draw = (count: number, of: () => number) => Array.from({ length: count }, of);
  const a = draw(items, () => Math.exp(0.35 * randomNormal(random)));
  const b = draw(items, () => 1.2 * randomNormal(random));
  const n = old + newer;
  const isNew = Uint8Array.from({ length: n }, (_, i) => (i < old ? 0 : 1));
  const truth = Array.from(isNew, (one) => randomNormal(random) + 0.7 * one);
  const scores = new Float32Array(n * items);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < items; j++) {
      const moved = isNew[i] === 1 && j < share * items ? SHIFT : 0;
      const p = 1 / (1 + Math.exp(-a[j] * (truth[i] - b[j] - moved)));
      scores[i * items + j] = random() < p ? 1 : 0;
    }
  const matrix = {
    examinees: Array.from(isNew, (_, i) => `e${i}`),
    items: a.map((_, j) => `i${j}`),
    scores,
  };
  const rows = Array.from({ length: old }, (_, i) => i);
  const fit = { mode: 'integrated', rung: '2pl', engine } as const;
  const { parameters, standardErrors, abilities } = calibrate(pickExaminees(matrix, rows), fit);
  const { spreads, scaleError } = findDrift(
    matrix,
    { place: Int32Array.from(a.keys()), parameters, errors: standardErrors.b },
    { isNew, families: null, freeSlope: true },
  );
  const [theirs, ours] = [truth.slice(0, old), Array.from(abilities)];
  const sd = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((x) => (x - mean(values)) ** 2)));
  const z = (mean(truth.slice(old)) - mean(theirs)) / sd(theirs);
  const distance = spreads.new!.mean - (mean(ours) + z * sd(ours));
  return { distance, scaleError };
}

test('95% intervals of the scale hold the truth, of few and of many models, with drift that cannot be seen and without, and are not far too wide', () => {
  const sizes = [
    [20, 10, 100],
    [20, 100, 100],
    [40, 30, 300],
  ] as const;
  const runs = sizes.flatMap(([old, newer, items]) =>
    [0, 0.2].flatMap((share) =>
      Array.from({ length: 6 }, (_, run) => refreshed(old, newer, items, share, run)),
    ),
  );
  const held = runs.filter(({ distance, scaleError }) => Math.abs(distance) < 1.96 * scaleError);
  expect(held.length).toBeGreaterThanOrEqual(0.9 * runs.length);
  const spread = Math.sqrt(mean(runs.map(({ distance }) => distance ** 2)));
  expect(mean(runs.map(({ scaleError }) => scaleError))).toBeLessThan(2.5 * spread);
});
