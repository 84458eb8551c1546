import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

/** Answers of examinees N(0, 1) that follow the model, with the parameters they were drawn from. */
export function simulated(seed: string, examinees: number, items: number, guessing = 0) {
  const random = randomStream(seed);
  const parameters = itemParameters({
    a: Array.from({ length: items }, () => Math.exp(0.3 * randomNormal(random))),
    b: Array.from({ length: items }, () => randomNormal(random)),
    c: Array.from({ length: items }, () => guessing),
  });
  const abilities = Float64Array.from({ length: examinees }, () => randomNormal(random));
  const scores = Float32Array.from({ length: examinees * items }, (_, k) => {
    const j = k % items;
    const theta = abilities[Math.floor(k / items)];
    return random() < probability(theta, parameters.a[j], parameters.b[j], guessing, 1) ? 1 : 0;
  });
  const matrix = {
    examinees: Array.from(abilities, (_, i) => `e${i}`),
    items: Array.from({ length: items }, (_, j) => `i${j}`),
    scores,
  };
  return { matrix, parameters, abilities };
}
