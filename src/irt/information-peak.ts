import { information } from './information.ts';

/**
 * The ability at which an item is most informative.
 *
 * With d = 1: b + log((1 + √(1 + 8c)) / 2) / a (Birnbaum 1968). With an upper asymptote below 1 the information still
 * has one maximum (Magis 2013), found here by golden-section search on z = a(θ − b) to 1e-7.
 */
export function informationPeak(a: number, b: number, c: number, d: number): number {
  if (d === 1) return b + Math.log((1 + Math.sqrt(1 + 8 * c)) / 2) / a;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = -10;
  let high = 10;
  let left = high - ratio * (high - low);
  let right = low + ratio * (high - low);
  let atLeft = information(left, 1, 0, c, d);
  let atRight = information(right, 1, 0, c, d);
  while (high - low > 1e-7) {
    if (atLeft < atRight) {
      low = left;
      left = right;
      atLeft = atRight;
      right = low + ratio * (high - low);
      atRight = information(right, 1, 0, c, d);
    } else {
      high = right;
      right = left;
      atRight = atLeft;
      left = high - ratio * (high - low);
      atLeft = information(left, 1, 0, c, d);
    }
  }
  return b + (low + high) / 2 / a;
}
