import { isBarring, itemFlags } from '../../calibration/diagnose/item-flags.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import type { ResponseMatrix } from '../irt/responses.ts';

/**
 * Items that adaptive tests do not choose: those that work backwards and those whose slope ran to a bound. Their slope does not
 * show how they discriminate. They still count in the score and can be drawn at random.
 * @param matrix the answers that the parameters were learned from
 * @returns one entry per item: 1 if it is flagged
 */
export function flaggedItems(matrix: ResponseMatrix, parameters: ItemParameters): Uint8Array {
  return Uint8Array.from(itemFlags(matrix, parameters), (flags) => (isBarring(flags) ? 1 : 0));
}

/** How many items adaptive tests leave out: the least and the most over the calibrations of a ranking. */
export interface LeftOut {
  readonly least: number;
  readonly most: number;
}

/** @param banks the calibrated banks of a ranking; empty if nothing is chosen adaptively */
export function leftOut(banks: readonly { readonly flagged: Uint8Array | null }[]): LeftOut {
  const counts = banks.map(({ flagged }) => flagged?.reduce((sum, one) => sum + one, 0) ?? 0);
  return counts.length === 0
    ? { least: 0, most: 0 }
    : { least: Math.min(...counts), most: Math.max(...counts) };
}
