import { randomNormal, randomStream } from '../../src/random.ts';
import type { Design } from './design.ts';

/** How many examinees each replication has. */
export function examineeCount({ abilities }: Pick<Design, 'abilities'>): number {
  const { normal, uniform, grid, list } = abilities;
  if (grid !== undefined) return gridPoints(grid) * grid.each;
  return normal?.count ?? uniform?.count ?? list?.length ?? 0;
}

function gridPoints({ low, high, step }: { low: number; high: number; step: number }): number {
  return Math.floor((high - low) / step + 1e-9) + 1;
}

/**
 * The true ability of one examinee. Points of a grid take turns, so that examinees that are ranked against each other differ.
 * @param examinee from 0
 */
export function trueAbility(
  { abilities, seed }: Pick<Design, 'abilities' | 'seed'>,
  replication: number,
  examinee: number,
): number {
  const { normal, uniform, grid, list } = abilities;
  if (grid !== undefined) return grid.low + (examinee % gridPoints(grid)) * grid.step;
  if (list !== undefined) return list[examinee];
  const random = randomStream(seed, 'ability', replication, examinee);
  if (uniform !== undefined) return uniform.low + (uniform.high - uniform.low) * random();
  return normal!.mean + normal!.sd * randomNormal(random);
}
