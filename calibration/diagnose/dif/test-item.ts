import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { fitItem } from './fit-item.ts';
import type { ItemWindow } from './item-window.ts';

export interface IrtDif {
  /** Likelihood-ratio chi-squares: difficulties differ (1 df), discriminations too (1 df), both (2 df); null with one discrimination. */
  readonly uniform: number;
  readonly nonUniform: number | null;
  readonly both: number | null;
  /** Of both; of the uniform one with one discrimination. */
  readonly p: number;
  readonly pUniform: number;
  readonly pNonUniform: number | null;
  /** Difference of intercepts at one discrimination, in logits: below 0 if the item is harder for the focal group. */
  readonly effect: number | null;
  readonly se: number | null;
  /** The same on the ability scale, b focal − b reference = −effect/a. */
  readonly shift: number | null;
}

/**
 * Likelihood-ratio tests of one item, with abilities integrated over what the other items say.
 * @param c the lower asymptote, which is given, @param upper the upper one
 * @param freeSlope false: the discrimination is given by `start`
 * @param start where the search begins
 * @returns null if an item has only one group or equal answers
 */
export function testItem(
  window: ItemWindow,
  freeSlope: boolean,
  c: number,
  start: { a: number; d: number } | null,
  upper = 1,
): IrtDif | null {
  let [right, inFocal] = [0, 0];
  for (let i = 0; i < window.count; i++) {
    right += window.answers[i];
    inFocal += window.groups[i];
  }
  const { count } = window;
  if (right === 0 || right === count || inFocal === 0 || inFocal === count) return null;
  const from = start ?? { a: 1, d: Math.log(right / (count - right)) };
  const given = { c, upper, freeSlope, freeEffect: false, group: null } as const;
  const equal = fitItem(window, given, { ...from, e: 0 });
  const shifted = fitItem(window, { ...given, freeEffect: true }, equal);
  const uniform = Math.max(0, 2 * (shifted.logLikelihood - equal.logLikelihood));
  const isKnown = shifted.error !== null;
  const found = {
    uniform,
    pUniform: chiSquareTail(uniform, 1),
    effect: isKnown ? shifted.e : null,
    se: shifted.error,
    shift: isKnown && Math.abs(shifted.a) > 0.05 ? -shifted.e / shifted.a : null,
  };
  if (!freeSlope)
    return { ...found, nonUniform: null, both: null, p: found.pUniform, pNonUniform: null };
  const reference = fitItem(window, { ...given, group: 0 }, { ...shifted, e: 0 });
  const focal = fitItem(
    window,
    { ...given, group: 1 },
    { a: shifted.a, d: shifted.d + shifted.e, e: 0 },
  );
  const apart = reference.logLikelihood + focal.logLikelihood;
  const both = Math.max(uniform, 2 * (apart - equal.logLikelihood));
  const nonUniform = both - uniform;
  return {
    ...found,
    both,
    nonUniform,
    p: chiSquareTail(both, 2),
    pNonUniform: chiSquareTail(nonUniform, 1),
  };
}
