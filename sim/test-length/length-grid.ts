/** Coarse steps: each length twice the one before; middle steps: by this factor. */
const COARSE = 2;
const MIDDLE = 2 ** 0.25;
/** Steps of the finest lengths within the tolerance. */
const STEPS = 4;

/** Requested half-width of the interval of the length, in items or as a share of the length. */
export type Tolerance = { readonly items: number } | { readonly share: number };

/**
 * Lengths from 1 to `longest` at which a race looks: the coarsest first, each list a part of the next. The last one has every length, as
 * far as a quarter of the tolerance allows.
 */
export function lengthGrids(longest: number, tolerance: Tolerance): number[][] {
  const fine: number[] = [];
  for (let length = 1; length < longest; ) {
    fine.push(length);
    const step =
      'items' in tolerance ? tolerance.items / STEPS : (length * tolerance.share) / STEPS;
    length += Math.max(1, Math.floor(step));
  }
  fine.push(longest);
  return [thinned(fine, COARSE), thinned(fine, MIDDLE), fine];
}

/** Of ascending lengths the first, the last, and those in between that are about a factor apart. */
function thinned(lengths: readonly number[], factor: number): number[] {
  const chosen = new Set([lengths[0], lengths[lengths.length - 1]]);
  for (let at = 1; at < lengths[lengths.length - 1]; at *= factor) {
    const next = lengths.find((length) => length >= at - 1e-9);
    if (next !== undefined) chosen.add(next);
  }
  return [...chosen].sort((x, y) => x - y);
}

/** Half the width that the interval of a length may have. */
export function widest(tolerance: Tolerance, length: number): number {
  // A share of a short length can be less than one item; an interval cannot.
  return 'items' in tolerance ? tolerance.items : Math.max(1, tolerance.share * length);
}
