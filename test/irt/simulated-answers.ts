import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import { type RandomStream, randomNormal } from '../../src/random.ts';

/** Items of a test bank: a ~ lognormal(0, 0.3), b ~ N(0, 1), c uniform in [0, 0.3] or 0, d = 1 or uniform in [0.9, 1]. */
export function simulatedItems(
  count: number,
  random: RandomStream,
  model: '2PL' | '3PL' | '4PL' = '3PL',
): ItemParameters {
  const draw = (value: () => number) => Float64Array.from({ length: count }, value);
  return itemParameters({
    a: draw(() => Math.exp(0.3 * randomNormal(random))),
    b: draw(() => randomNormal(random)),
    c: draw(() => (model === '2PL' ? 0 : 0.3 * random())),
    d: draw(() => (model === '4PL' ? 0.9 + 0.1 * random() : 1)),
  });
}

/** One row of 0/1 scores drawn from the model at ability `theta`, written to `row`. */
export function drawAnswers(
  theta: number,
  { a, b, c, d }: ItemParameters,
  random: RandomStream,
  row: { [j: number]: number; length: number },
): void {
  for (let j = 0; j < row.length; j++)
    row[j] = random() < probability(theta, a[j], b[j], c[j], d[j]) ? 1 : 0;
}
