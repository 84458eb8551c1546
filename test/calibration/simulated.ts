import { matrixOf } from '../../sim/calibration/matrix-of.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../src/random.ts';

export { matrixOf };

/** Answers with the truth they are drawn from. */
export interface Simulated {
  readonly matrix: ResponseMatrix;
  readonly abilities: Float64Array;
  readonly items: ItemParameters;
}

/** Abilities N(0, 1), b N(0, 1), a lognormal(0, 0.3), c uniform on [0.05, 0.25]; a share of the cells `missing`. */
export function simulate(
  seed: string,
  examinees: number,
  count: number,
  { missing = 0 }: { missing?: number } = {},
): Simulated {
  const random = randomStream(seed, examinees, count);
  const draw = (n: number, one: () => number) => Float64Array.from({ length: n }, one);
  const abilities = draw(examinees, () => randomNormal(random));
  const items = itemParameters({
    a: draw(count, () => Math.exp(0.3 * randomNormal(random))),
    b: draw(count, () => randomNormal(random)),
    c: draw(count, () => 0.05 + 0.2 * random()),
  });
  const matrix = matrixOf(examinees, count, (i, j) => {
    const p = probability(abilities[i], items.a[j], items.b[j], items.c[j], 1);
    const u = random() < p ? 1 : 0;
    return random() < missing ? Number.NaN : u;
  });
  return { matrix, abilities, items };
}

/** Pearson's correlation. */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [p, q] = [standardised(x), standardised(y)];
  return p.reduce((sum, v, i) => sum + v * q[i], 0) / p.length;
}

/** On mean 0 and variance 1. */
export function standardised(x: ArrayLike<number>): Float64Array {
  const { mean, sd } = moments(x);
  return Float64Array.from(x, (v) => (v - mean) / sd);
}

export function moments(x: ArrayLike<number>): { mean: number; sd: number } {
  const values = Array.from(x);
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
  return { mean, sd: Math.sqrt(variance) };
}

/** Root-mean-square difference. */
export function rmse(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const values = Array.from(x);
  return Math.sqrt(values.reduce((sum, v, i) => sum + (v - y[i]) ** 2, 0) / values.length);
}
