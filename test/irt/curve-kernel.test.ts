import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ExamineePosterior } from '../../src/cat/robust/examinee-posterior.ts';
import type { ScoreModel } from '../../src/cat/robust/score-model.ts';
import { scratchMemory } from '../../src/irt/curve-kernel.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { IS_ALL } from '../repetitions.ts';

test.runIf(IS_ALL)('src/irt/curves-wasm.ts is what its source compiles to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-curves-'));
  try {
    const file = join(folder, 'curves-wasm.ts');
    execFileSync(process.execPath, ['scripts/build-curves.ts', file]);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync('src/irt/curves-wasm.ts', 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A model of an odd number of items with all kinds of logits. */
function modelOf(dimensions: number): ScoreModel {
  const items = 301;
  const size = dimensions + 1;
  const random = randomStream('curves', dimensions);
  const normal = (length: number) => Float64Array.from({ length }, () => randomNormal(random));
  const covariances = new Float64Array(items * size * size);
  for (let j = 0; j < items; j++) {
    const root = normal(size * size);
    for (let r = 0; r < size; r++)
      for (let s = 0; s < size; s++)
        for (let t = 0; t < size; t++)
          covariances[size * (size * j + r) + s] += root[size * r + t] * root[size * s + t];
  }
  const coefficients = normal(items * size).map((x, k) => (k % 7 === 0 ? 400 * x : x));
  return {
    ...{ items, dimensions, coefficients, covariances, ceiling: 0.9 },
    guessing: normal(items).map((x) => 0.1 * Math.abs(x)),
    abilityVariances: new Float64Array(dimensions).fill(1),
    groupings: [
      {
        name: 'half',
        count: 2,
        of: Uint16Array.from({ length: items }, (_, j) => j % 2),
        variance: 1,
      },
    ],
  };
}

test.each([1, 2, 4])(
  'all items stand where each of them is placed alone, in %i dimensions',
  (dimensions) => {
    const models = [
      modelOf(dimensions),
      { ...modelOf(dimensions), guessing: new Float64Array(301) },
    ];
    for (const model of [...models, models[0]]) {
      const random = randomStream('abilities', dimensions);
      const [all, each] = [new ExamineePosterior(model), new ExamineePosterior(model)];
      for (const own of [all, each]) own.mean.set(all.mean.map(() => randomNormal(random)));
      each.mean.set(all.mean);
      scratchMemory(1 << 20);
      const chances = all.chances().slice();
      all.placeAll();
      all.probability.forEach((p, j) => {
        expect(Math.abs(chances[j] - p)).toBeLessThan(1e-11);
      });
      for (let j = 0; j < model.items; j++) each.place(j);
      for (const name of ['probability', 'slope', 'along'] as const)
        all[name].forEach((value, k) => {
          // Sums in another order: some units in the last place of their largest term.
          expect(Math.abs(value - each[name][k])).toBeLessThanOrEqual(
            1e-12 * (1 + Math.abs(each[name][k])),
          );
        });
    }
  },
);
