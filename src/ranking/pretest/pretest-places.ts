import type { RandomStream } from '../../random.ts';

/**
 * After how many of `length` operational items each of `count` pretest items is asked: random places, all different, ascending. A
 * place is drawn with a probability that rises with it: most pretest items come when the ability is known well, but so many come early
 * that the end of a test does not show them. Weighted draws without replacement by the largest u^(1/w).
 * @see Efraimidis & Spirakis (2006), Information Processing Letters 97, 181–185
 */
export function pretestPlaces(count: number, length: number, random: RandomStream): number[] {
  const keys = Array.from({ length }, (_, place) => ({
    place,
    key: Math.log1p(-random()) / (place + 1),
  }));
  return keys
    .sort((x, y) => y.key - x.key || x.place - y.place)
    .slice(0, count)
    .map(({ place }) => place)
    .sort((x, y) => x - y);
}
