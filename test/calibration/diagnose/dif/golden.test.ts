import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dif } from './fixtures.ts';

const golden: {
  groups: string;
  answers: string[];
  items: Record<string, number>[];
} = JSON.parse(
  readFileSync(new URL('../../../golden/dif/mantelhaen-glm.json', import.meta.url), 'utf8'),
);

/** See test/golden/dif/README.md. */
const WITHIN = 1e-6;

test('Mantel-Haenszel and logistic regression as of R', () => {
  const names = golden.items.map(({ item }) => String(item));
  const matrix = {
    examinees: golden.answers.map((_, i) => `p${i}`),
    items: names,
    scores: Float32Array.from(golden.answers.join(''), Number),
  };
  const found = dif(matrix, Array.from(golden.groups, Number));
  golden.items.forEach((expected, j) => {
    const { plain: mh } = found['mantel-haenszel']!.items[j]!;
    const { plain: lr } = found.logistic!.items[j]!;
    const ours = {
      strata: mh.strata,
      mh_chi2: mh.chiSquare,
      mh_p: mh.p,
      mh_chi2_uncorrected: mh.chiSquareUncorrected,
      odds_ratio: 1 / mh.oddsRatio!,
      ets_delta: -mh.delta!,
      lr_uniform: lr.uniform,
      lr_nonuniform: lr.nonUniform,
      lr_both: lr.both,
      b_group: lr.effect!,
    };
    for (const [name, value] of Object.entries(ours))
      expect([name, Math.abs(value / expected[name] - 1) < WITHIN]).toEqual([name, true]);
  });
});
