import { expect, test } from 'vitest';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { replicateDrift } from '../../../sim/refresh/drift-study.ts';
import { mean } from '../../../src/statistics/mean.ts';

const engine = wasmEngine(1);
const usual = { adaptive: null, hasOracle: false, pools: false } as const;

/** A calibration of `old` models, refreshed with `newer` more able ones, for whom a share of the items is harder. */
const refreshed = (old: number, newer: number, items: number, share: number, run: number) =>
  replicateDrift(
    `scale ${old}/${newer}/${items}/${share}/${run}`,
    {
      ...usual,
      ...{ oldExaminees: old, newExaminees: newer, items, share },
      ...{ shift: 0.8, mode: 'integrated', method: 'link' },
    },
    engine,
  );

test('95% intervals of the scale and of the link hold the truth, of few and of many models, with drift that cannot be seen and without, and are not far too wide', () => {
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
  const places = runs.map(({ scale, errors }) => [scale.anchors, errors.reported] as const);
  const links = runs.map(({ link: { distance, error } }) => [distance, error!] as const);
  for (const all of [places, links]) {
    const held = all.filter(([distance, error]) => Math.abs(distance) < 1.96 * error);
    expect(held.length).toBeGreaterThanOrEqual(0.9 * runs.length);
    const spread = Math.sqrt(mean(all.map(([distance]) => distance ** 2)));
    expect(mean(all.map(([, error]) => error))).toBeLessThan(2.5 * spread);
  }
});
