import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import type { SynthesisMatrix } from './synthesis-matrix.ts';

/**
 * One examinee a generator, whose score on an item is the mean of its participants' that answered it: a fraction, which
 * calibrate takes for that share of a right answer (quasi-likelihood). Each generator then counts as one answer, however many
 * critics it has met; where participants of a generator tell no more than one, as they do where their answers are alike,
 * neither discriminations nor the learned priors are inflated by counting them as several. What participants of one generator
 * tell beyond one is not counted.
 */
export function generatorMeans({ responses, speakers }: SynthesisMatrix): ResponseMatrix {
  const { items, scores } = responses;
  const width = items.length;
  const generators = [...new Set(speakers.map(({ generator }) => generator))];
  const sums = new Float64Array(generators.length * width);
  const counts = new Int32Array(sums.length);
  speakers.forEach(({ generator }, i) => {
    const row = generators.indexOf(generator) * width;
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      sums[row + j] += u;
      counts[row + j]++;
    }
  });
  return {
    examinees: generators,
    items,
    scores: Float32Array.from(sums, (sum, k) => sum / counts[k]),
  };
}
