import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../src/random.ts';

/**
 * 3PL answers with the abilities they were drawn with: a lognormal(0, 0.3), b N(0, 1), c uniform on [0.05, 0.4], abilities N(0, 1). The same
 * for the same size.
 */
export function simulatedAnswers(
  examinees: number,
  items: number,
): { readonly matrix: ResponseMatrix; readonly abilities: Float64Array } {
  const random = randomStream('bench-fit', examinees, items);
  const abilities = Float64Array.from({ length: examinees }, () => randomNormal(random));
  const scores = new Float32Array(examinees * items);
  for (let j = 0; j < items; j++) {
    const a = Math.exp(0.3 * randomNormal(random));
    const b = randomNormal(random);
    const c = 0.05 + 0.35 * random();
    for (let i = 0; i < examinees; i++) {
      const p = c + (1 - c) / (1 + Math.exp(-a * (abilities[i] - b)));
      scores[i * items + j] = random() < p ? 1 : 0;
    }
  }
  const matrix = {
    examinees: Array.from(abilities, (_, i) => `e${i}`),
    items: Array.from({ length: items }, (_, j) => `i${j}`),
    scores,
  };
  return { matrix, abilities };
}
