import { type ItemParameters, itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { matrixOf } from '../../simulated.ts';

/** Groups of examinees with abilities of their own distribution, one after another. */
export interface SimulatedGroups {
  readonly matrix: ResponseMatrix;
  readonly items: ItemParameters;
  readonly groups: number[];
}

/** b N(0, 1), a lognormal(0, 0.3), c and d as given. */
export function simulateGroups(
  seed: string,
  count: number,
  abilities: readonly { examinees: number; mean: number; sd: number }[],
  { c = 0, d = 1 }: { c?: number; d?: number } = {},
): SimulatedGroups {
  const random = randomStream(seed);
  const draw = (one: () => number) => Array.from({ length: count }, one);
  const items = itemParameters({
    a: draw(() => Math.exp(0.3 * randomNormal(random))),
    b: draw(() => randomNormal(random)),
    c: draw(() => c),
    d: draw(() => d),
  });
  const groups = abilities.flatMap(({ examinees }, g) => new Array<number>(examinees).fill(g));
  const theta = groups.map((g) => abilities[g].mean + abilities[g].sd * randomNormal(random));
  const matrix = matrixOf(groups.length, count, (i, j) =>
    random() < probability(theta[i], items.a[j], items.b[j], items.c[j], items.d[j]) ? 1 : 0,
  );
  return { matrix, items, groups };
}
