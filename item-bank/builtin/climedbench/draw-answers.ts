import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { type RandomStream, shuffle } from '../../../src/random.ts';
import { abilityForScore } from './ability-for-score.ts';
import { systematicSample } from './systematic-sample.ts';

/**
 * The 0/1 answers of one model to the items of one scenario: item j is right with probability P_j(η) exactly, where η is
 * the ability that has the expected score `score`, and the number of right answers is count · score to within one.
 *
 * @param score in [0, 1]; 0 is no finite ability, and makes every answer wrong
 */
export function drawAnswers(
  items: ItemParameters,
  score: number,
  random: RandomStream,
): Float32Array {
  const { count, a, b, c, d } = items;
  const answers = new Float32Array(count);
  if (score === 0) return answers;
  const eta = abilityForScore(items, score);
  const order = shuffle(
    Uint32Array.from({ length: count }, (_, j) => j),
    random,
  );
  const right = systematicSample(
    Array.from(order, (j) => probability(eta, a[j], b[j], c[j], d[j])),
    random,
  );
  order.forEach((j, k) => {
    answers[j] = Number(right[k]);
  });
  return answers;
}
