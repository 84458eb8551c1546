import { createHash } from 'node:crypto';
import { fail } from '../errors.ts';
import { emptyGrid, type LikelihoodGrid, stepFor } from '../irt/likelihood-grid.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import { type InformationIndex, informationIndex } from './select/information-index.ts';

/** The values of one tag: an index into `values` for every item. */
export interface TagCodes {
  readonly values: readonly string[];
  readonly codes: ArrayLike<number>;
}

/** What an adaptive session needs of an item bank; made once and shared by any number of sessions. */
export interface CatBank {
  readonly ids: readonly string[];
  readonly items: ItemParameters;
  readonly tags: Readonly<Record<string, TagCodes>>;
  /** The bounds of ability: estimates and the information index stay within them. */
  readonly bounds: readonly [number, number];
  readonly index: InformationIndex;
  /** Step of the sessions' likelihood grids. */
  readonly gridStep: number;
  /** An empty grid whose abilities all sessions share; each keeps the likelihood of its answers on a copy. */
  readonly grid: LikelihoodGrid;
  readonly positionOf: ReadonlyMap<string, number>;
  /** What each item costs, from 0, in any one unit; null if that is not known. */
  readonly costs: Float64Array | null;
  /** One entry per item: 1 if adaptive selection asks it only when no other item is left. Null if there is none. */
  readonly flagged: Uint8Array | null;
  /**
   * Changes with any parameter, identifier, tag, bound, cost or flagged item, so that a record resumes only on its own bank.
   */
  readonly fingerprint: string;
}

/**
 * Fine enough to separate the maxima of a likelihood. EAP is exact on it down to a standard error of 0.06, and refined below.
 */
const GRID_STEP = 0.05;

export const DEFAULT_BOUNDS: readonly [number, number] = [-6, 6];

/**
 * Prepares a bank for adaptive sessions.
 * @param costs one per item, for tests that end when a budget is used up
 * @param flagged one per item, 1 if its slope does not show how it discriminates: adaptive selection leaves it out
 * @throws SESSION_INVALID for duplicate identifiers, costs that are negative or not finite, or if the number of identifiers,
 * costs or flags differs from that of the parameters
 */
export function prepareBank(
  ids: readonly string[],
  items: ItemParameters,
  tags: Readonly<Record<string, TagCodes>> = {},
  bounds: readonly [number, number] = DEFAULT_BOUNDS,
  costs: ArrayLike<number> | null = null,
  flagged: ArrayLike<number> | null = null,
): CatBank {
  if (!(Number.isFinite(bounds[0]) && Number.isFinite(bounds[1]) && bounds[0] < bounds[1]))
    fail('SESSION_INVALID', {
      reason: `bounds of ability ${bounds[0]} to ${bounds[1]}; accepted: two finite numbers, the lower first`,
    });
  if (ids.length !== items.count)
    fail('SESSION_INVALID', {
      reason: `${ids.length} item identifiers for ${items.count} sets of parameters`,
    });
  const positionOf = new Map(ids.map((id, j) => [id, j]));
  if (positionOf.size !== ids.length)
    fail('SESSION_INVALID', { reason: 'two items of the bank have the same identifier' });
  if (costs !== null) checkCosts(costs, ids.length);
  if (flagged !== null && flagged.length !== ids.length)
    fail('SESSION_INVALID', { reason: `${flagged.length} flags for ${ids.length} items` });
  const isFlagged = flagged === null ? null : Uint8Array.from(flagged, (flag) => (flag ? 1 : 0));
  const hasFlagged = isFlagged?.includes(1) === true;
  const gridStep = stepFor(items, GRID_STEP);
  const hash = createHash('sha256').update(JSON.stringify([ids, bounds]));
  for (const part of [items.a, items.b, items.c, items.d])
    hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  for (const [name, { values, codes }] of Object.entries(tags))
    hash.update(JSON.stringify([name, values, Array.from(codes)]));
  if (costs !== null) hash.update(JSON.stringify(Array.from(costs)));
  if (hasFlagged) hash.update(isFlagged);
  return {
    ids,
    items,
    tags,
    bounds,
    gridStep,
    grid: emptyGrid(bounds[0], bounds[1], gridStep),
    index: informationIndex(items, bounds[0], bounds[1]),
    positionOf,
    costs: costs === null ? null : Float64Array.from(costs),
    flagged: hasFlagged ? isFlagged : null,
    fingerprint: hash.digest('hex').slice(0, 32),
  };
}

function checkCosts(costs: ArrayLike<number>, count: number): void {
  if (costs.length !== count)
    fail('SESSION_INVALID', { reason: `${costs.length} costs for ${count} items` });
  for (let j = 0; j < count; j++)
    if (!(costs[j] >= 0 && costs[j] < Number.POSITIVE_INFINITY))
      fail('SESSION_INVALID', {
        reason: `an item costs ${costs[j]}; accepted: a finite number from 0`,
      });
}

/** The position of an item. @throws ITEM_UNKNOWN */
export function positionIn(bank: Pick<CatBank, 'positionOf'>, item: string): number {
  const position = bank.positionOf.get(item);
  if (position === undefined) fail('ITEM_UNKNOWN', { item, where: 'the bank of this session' });
  return position;
}
