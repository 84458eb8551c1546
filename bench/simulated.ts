import { type ItemParameters, itemParameters } from '../src/irt/parameters.ts';
import { probability } from '../src/irt/probability.ts';
import { randomNormal, randomStream } from '../src/random.ts';

/** Item parameters a ~ lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.25). */
export function simulatedItems(seed: string, count: number): ItemParameters {
  const random = randomStream(seed, 'items');
  const draw = (one: () => number) => Float64Array.from({ length: count }, one);
  return itemParameters({
    a: draw(() => Math.exp(0.3 * randomNormal(random))),
    b: draw(() => randomNormal(random)),
    c: draw(() => 0.05 + 0.2 * random()),
  });
}

/** The answers of examinees with abilities N(0, 1) to every item: examinees × items, 0 or 1. */
export function simulatedScores(
  seed: string,
  items: ItemParameters,
  examinees: number,
): Float32Array {
  const random = randomStream(seed, 'answers');
  const { a, b, c, d, count } = items;
  const scores = new Float32Array(examinees * count);
  for (let i = 0; i < examinees; i++) {
    const theta = randomNormal(random);
    for (let j = 0; j < count; j++)
      scores[i * count + j] = random() < probability(theta, a[j], b[j], c[j], d[j]) ? 1 : 0;
  }
  return scores;
}
