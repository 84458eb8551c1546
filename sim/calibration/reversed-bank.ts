import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { matrixOf } from './matrix-of.ts';

export interface ReversedBank {
  readonly matrix: ResponseMatrix;
  readonly abilities: Float64Array;
  /** The curves before keys were reversed. */
  readonly items: ItemParameters;
  /** Positions of the wrongly keyed items, ascending. */
  readonly reversed: readonly number[];
}

/**
 * Answers to a simulated bank of which every twentieth item is wrongly keyed: abilities and b N(0, 1), a lognormal(0, 0.3), c =
 * 0.2 with 3pl. With two options (2pl), a wrong key reverses the score: 1 − u. With more options (3pl), the keyed option is a
 * wrong one, chosen by examinees who do not know the answer: right with P = c + (1 − c) σ(−a(θ − b)).
 */
export function reversedBank(
  seed: string,
  model: '2pl' | '3pl',
  examinees: number,
  count: number,
  share = 0.05,
): ReversedBank {
  const random = randomStream(seed, 'reversed', model, examinees, count);
  const draw = (n: number, one: () => number) => Float64Array.from({ length: n }, one);
  const abilities = draw(examinees, () => randomNormal(random));
  const items = itemParameters({
    a: draw(count, () => Math.exp(0.3 * randomNormal(random))),
    b: draw(count, () => randomNormal(random)),
    c: new Float64Array(count).fill(model === '3pl' ? 0.2 : 0),
  });
  const every = share === 0 ? 0 : Math.round(1 / share);
  const isReversed = (j: number) => every > 0 && j % every === 7;
  const matrix = matrixOf(examinees, count, (i, j) => {
    const { a, b, c } = items;
    const sign = isReversed(j) ? -1 : 1;
    // 2pl: the mirrored curve is 1 − P, so the answers are the reversed answers of the right key.
    const p = c[j] + (1 - c[j]) * probability(sign * a[j] * (abilities[i] - b[j]), 1, 0, 0, 1);
    return random() < p ? 1 : 0;
  });
  return {
    matrix,
    abilities,
    items,
    reversed: Array.from({ length: count }, (_, j) => j).filter(isReversed),
  };
}
