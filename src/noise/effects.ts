/** Facets of the design as bits of a set. */
export const FACETS = { model: 1, item: 2, condition: 4 } as const;
export const ALL_FACETS = FACETS.model | FACETS.item | FACETS.condition;

/** The variance of repeats within a cell; it is no set of facets. */
export const WITHIN = 8;

/** A set of facets, 1 to 7, or WITHIN. */
export type Effect = number;

/** Names of effects in the order in which they are shown. */
export const EFFECT_NAMES: ReadonlyMap<Effect, string> = new Map([
  [1, 'model'],
  [2, 'item'],
  [4, 'condition'],
  [3, 'model × item'],
  [5, 'model × condition'],
  [6, 'item × condition'],
  [7, 'model × item × condition'],
  [WITHIN, 'repeats'],
]);

/** The number of facets in a set. */
export function size(set: Effect): number {
  return (set & 1) + ((set >> 1) & 1) + ((set >> 2) & 1);
}

/** All subsets of a set of facets, the empty set first. */
export function subsetsOf(set: Effect): Effect[] {
  return Array.from({ length: set + 1 }, (_, below) => below).filter(
    (below) => (below & set) === below,
  );
}
