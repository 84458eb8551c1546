import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { mean } from '../../../src/statistics/mean.ts';

/**
 * The ability θ with which the expected mean score on `items` is `score`: mean_j P_j(θ) = score, by bisection to the
 * last bit of θ.
 *
 * @param score between the mean of c and the mean of d, neither of which any finite ability has
 * @throws RangeError for any other score
 */
export function abilityForScore(items: ItemParameters, score: number): number {
  const { count, a, b, c, d } = items;
  const expected = (theta: number) => {
    let sum = 0;
    for (let j = 0; j < count; j++) sum += probability(theta, a[j], b[j], c[j], d[j]);
    return sum / count;
  };
  if (!(score > mean(c) && score < mean(d)))
    throw new RangeError(`no ability has the expected score ${score} on these ${count} items`);
  let low = -1;
  let high = 1;
  while (expected(low) > score) low *= 2;
  while (expected(high) < score) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (expected(middle) < score) low = middle;
    else high = middle;
  }
}
