import { randomNormal, randomStream } from '../../../src/random.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { variance } from '../../../src/statistics/variance.ts';
import type { StudyDesign } from '../design/study-design.ts';

/** How many examinees each replication has. */
export function examineeCount({ abilities }: Pick<StudyDesign, 'abilities'>): number {
  const { normal, uniform, grid, list } = abilities;
  if (grid !== undefined) return gridPoints(grid) * grid.each;
  return normal?.count ?? uniform?.count ?? list?.length ?? 0;
}

function gridPoints({ low, high, step }: { low: number; high: number; step: number }): number {
  return Math.floor((high - low) / step + 1e-9) + 1;
}

/** Mean and spread of abilities. */
export interface Population {
  readonly mean: number;
  /** Above 0. */
  readonly sd: number;
}

export const STANDARD_NORMAL: Population = { mean: 0, sd: 1 };

/** Mean and SD of the distribution of abilities, or of all in a grid or list; those of N(0, 1) if all are equal. */
export function populationOf({ abilities }: Pick<StudyDesign, 'abilities'>): Population {
  const { normal, uniform, grid, list } = abilities;
  if (normal !== undefined) return { mean: normal.mean, sd: normal.sd };
  if (uniform !== undefined)
    return {
      mean: (uniform.low + uniform.high) / 2,
      sd: (uniform.high - uniform.low) / Math.sqrt(12),
    };
  const all =
    list ?? Array.from({ length: gridPoints(grid!) }, (_, k) => grid!.low + k * grid!.step);
  const sd = Math.sqrt(variance(all));
  return sd > 0 ? { mean: mean(all), sd } : STANDARD_NORMAL;
}

/**
 * The true ability of one examinee. Points of a grid take turns, so that examinees that are ranked against each other differ; a
 * list begins again after its end. A drawn ability differs for each number.
 * @param examinee from 0
 */
export function trueAbility(
  { abilities, seed }: Pick<StudyDesign, 'abilities' | 'seed'>,
  replication: number,
  examinee: number,
): number {
  const { normal, uniform, grid, list } = abilities;
  if (grid !== undefined) return grid.low + (examinee % gridPoints(grid)) * grid.step;
  if (list !== undefined) return list[examinee % list.length];
  const random = randomStream(seed, 'ability', replication, examinee);
  if (uniform !== undefined) return uniform.low + (uniform.high - uniform.low) * random();
  return normal!.mean + normal!.sd * randomNormal(random);
}
