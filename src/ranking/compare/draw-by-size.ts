import type { RandomStream } from '../../random.ts';

/**
 * Successive sampling: draws items one after the other without replacement, each with a probability proportional to its size among
 * those that are left. By exponential waiting times E/size, of which the smallest come first.
 *
 * @param sizes by item: above 0; 0 if it cannot be drawn
 * @returns the items in the order of the draws
 * @see Rosén (1972), Asymptotic theory for successive sampling, Annals of Mathematical Statistics 43; Efraimidis & Spirakis (2006),
 * Information Processing Letters 97, 181–185
 */
export function drawBySize(sizes: Float64Array, most: number, random: RandomStream): Int32Array {
  const times = new Float64Array(sizes.length).fill(Number.POSITIVE_INFINITY);
  let open = 0;
  for (let j = 0; j < sizes.length; j++)
    if (sizes[j] > 0) {
      times[j] = -Math.log1p(-random()) / sizes[j];
      open++;
    }
  const order = Int32Array.from(times.keys()).sort((i, j) => times[i] - times[j] || i - j);
  return order.slice(0, Math.min(most, open));
}
