import { randomStream } from '../../random.ts';
import type { BarredItems } from '../constrain/barred.ts';

/**
 * Draws the items that one session may not ask: item j is open at level k with the chance `chances[k][j]`. All levels share one
 * random number, so an item barred at one level is not open at another where its chance is lower.
 *
 * @param number of the session, counted over all blocks: its own stream
 */
export function drawBars(
  chances: readonly ArrayLike<number>[],
  cuts: readonly number[],
  seed: string,
  number: number,
): BarredItems {
  const stream = randomStream(seed, 'exposure', number);
  const items = chances.map((): number[] => []);
  for (let j = 0; j < chances[0].length; j++) {
    const drawn = stream();
    chances.forEach((own, level) => {
      if (drawn >= own[j]) items[level].push(j);
    });
  }
  return { cuts, items };
}
