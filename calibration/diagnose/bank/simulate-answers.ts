import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { type RandomStream, randomNormal } from '../../../src/random.ts';

/**
 * Overwrites `answers` with answers drawn from the model where `scores` has any, at abilities drawn from a normal distribution
 * per examinee.
 *
 * @param scores examinees × items, NaN if the item was not asked
 * @param means, sds one entry per examinee
 */
export function simulateAnswers(
  { count, a, b, c, d }: ItemParameters,
  scores: Float32Array,
  means: Float64Array,
  sds: Float64Array,
  random: RandomStream,
  answers: Float32Array,
): void {
  for (let i = 0; i < means.length; i++) {
    const theta = means[i] + sds[i] * randomNormal(random);
    for (let j = 0; j < count; j++) {
      const at = i * count + j;
      const p = probability(theta, a[j], b[j], c[j], d[j]);
      answers[at] = Number.isNaN(scores[at]) ? Number.NaN : random() < p ? 1 : 0;
    }
  }
}
