import { betaTail } from './beta-tail.ts';

/**
 * P(F > f) of Fisher's F with ν₁ and ν₂ degrees of freedom.
 *
 * @param f 0 or more @param above ν₁ @param below ν₂, both above 0
 * @see Abramowitz & Stegun (1964), 26.6.2
 */
export function fTail(f: number, above: number, below: number): number {
  const scaled = (above * f) / below;
  return betaTail(scaled / (1 + scaled), above / 2, below / 2);
}
