import { answersOf } from '../../src/irt/answers.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { expectedError, predictedScore } from '../../src/irt/predicted-score.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { scoreExaminees } from '../../src/irt/score-examinees.ts';
import { kendall } from '../../src/statistics/kendall.ts';
import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { ModelScore, RankingChange } from './refresh-types.ts';

const SCORING = {
  estimator: 'eap',
  prior: { mean: 0, sd: 1 },
  bounds: [-6, 6],
} as const;
const MOST_SWAPS = 100;

/** Abilities and predicted scores of all examinees by their answers to some items. @param weights of the items, adding up to 1 */
export function modelScores(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  weights: Float64Array,
): ModelScore[] {
  const width = parameters.count;
  const { ability, se, atBound } = scoreExaminees(parameters, matrix.scores, SCORING);
  return matrix.examinees.map((_, i) => {
    const row = matrix.scores.subarray(i * width, (i + 1) * width);
    const estimate = { ability: ability[i], se: se[i], atBound: atBound[i] === 1 };
    const answers = answersOf(parameters, row);
    const { score, se: scoreError } = predictedScore(answers, estimate, weights);
    const { se: expected } = expectedError(answers, estimate, weights);
    return { ability: ability[i], abilityError: se[i], score, scoreError, expectedError: expected };
  });
}

/** How the order of examinees by predicted scores changes. */
export function rankingChange(
  names: readonly string[],
  old: readonly ModelScore[],
  now: readonly ModelScore[],
): RankingChange {
  const n = names.length;
  const swaps: { above: string; below: string; zBefore: number; zAfter: number }[] = [];
  let [swapped, clear] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      const before = old[i].score - old[j].score;
      const after = now[i].score - now[j].score;
      if (!(before * after < 0)) continue;
      swapped++;
      const zBefore = Math.abs(before) / Math.hypot(old[i].expectedError, old[j].expectedError);
      const zAfter = Math.abs(after) / Math.hypot(now[i].expectedError, now[j].expectedError);
      if (Math.min(zBefore, zAfter) > NORMAL_95) clear++;
      const [above, below] = after > 0 ? [i, j] : [j, i];
      swaps.push({ above: names[above], below: names[below], zBefore, zAfter });
      // Enough to choose from, without keeping millions.
      if (swaps.length > 100 * MOST_SWAPS) keepLargest(swaps);
    }
  keepLargest(swaps);
  const { value } = kendall(
    old.map(({ score }) => score),
    now.map(({ score }) => score),
  );
  return { tau: value, pairs: (n * (n - 1)) / 2, swapped, clear, swaps };
}

function keepLargest(swaps: { zBefore: number; zAfter: number }[]): void {
  const size = (swap: { zBefore: number; zAfter: number }) => Math.min(swap.zBefore, swap.zAfter);
  swaps.sort((x, y) => size(y) - size(x));
  swaps.length = Math.min(swaps.length, MOST_SWAPS);
}
