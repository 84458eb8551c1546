import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logisticDif } from '../../../../calibration/diagnose/dif/logistic-dif.ts';
import { mantelHaenszel } from '../../../../calibration/diagnose/dif/mantel-haenszel.ts';

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
  const rows = golden.answers.map((row) => Array.from(row, Number));
  const groups = Array.from(golden.groups, Number);
  const sums = rows.map((row) => row.reduce((sum, u) => sum + u, 0));
  golden.items.forEach((expected, j) => {
    const answers = rows.map((row) => row[j]);
    const counts = (group: number, answer: number) =>
      Float64Array.from({ length: golden.items.length + 1 }, (_, sum) =>
        sums.reduce(
          (count, own, i) =>
            count + Number(own === sum && groups[i] === group && answers[i] === answer),
          0,
        ),
      );
    const mh = mantelHaenszel({
      rightReference: counts(0, 1),
      wrongReference: counts(0, 0),
      rightFocal: counts(1, 1),
      wrongFocal: counts(1, 0),
    })!;
    const lr = logisticDif(sums, groups, answers, rows.length)!;
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
