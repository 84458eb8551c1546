import type { Workspace } from '../engine/workspace.ts';
import { FAMILY } from '../prior.ts';

/**
 * The unit of the priors of a where it is estimated: prior densities hold for a × unit. The unit is set where the priors fit best, so they
 * describe how discriminations differ, not how large they are.
 *
 * An estimated distribution does not fix the unit of ability: a wider one with flatter items fits equally well. Priors of a
 * would then choose the unit, and with few examinees and many items they would deform the distribution to reach it. With a free unit the
 * log-posterior is the same in every unit of ability. N(0, 1) fixes the unit, but the priors of many items outweigh the abilities of few examinees.
 */
export interface PriorUnit {
  /** Logarithm of the unit. */
  log: number;
  /** Spread of its own prior, N(0, sd²); infinite with an estimated distribution. */
  readonly sd: number;
  /** First and second parameters of the priors of a as given: 2J. */
  readonly given: Float64Array;
}

/**
 * Spread of a free unit's own prior, of its logarithm: counts as much as four items of the default prior. Without it, slopes of small banks run away
 * where answers follow an order, or none.
 */
export const UNIT_SD = 0.25;

/** The starting unit; undefined if a has no priors, or fixed items fix the unit of ability. */
export function openPriorUnit(
  { size, priors, fixed, active, families }: Workspace,
  sd = Number.POSITIVE_INFINITY,
): PriorUnit | undefined {
  if (active[0] === 0 || families[0] === FAMILY.none || fixed.includes(1)) return undefined;
  return { log: 0, sd, given: priors.slice(0, 2 * size.items) };
}

/**
 * Logarithm of the unit in which the priors fit the items best. Lognormal: Σ (mean − sd² − log a)/sd² / Σ 1/sd², for
 * the prior is a density of a, with its mode at mean − sd². Normal: log(Σ
 * a mean/sd² / Σ a²/sd²), or unchanged if that is not above 0.
 * @param point log a of each item, first of all
 */
export function bestLogUnit(
  { size, families }: Workspace,
  { given, log, sd }: PriorUnit,
  point: Float64Array,
): number {
  const all = size.items;
  const isLognormal = families[0] === FAMILY.lognormal;
  let pull = 0;
  let weight = 0;
  for (let j = 0; j < all; j++) {
    const [mean, variance] = [given[j], given[all + j] ** 2];
    const a = Math.exp(point[j]);
    pull += isLognormal ? (mean - variance - point[j]) / variance : (a * mean) / variance;
    weight += isLognormal ? 1 / variance : (a * a) / variance;
  }
  if (isLognormal) return pull / (weight + 1 / sd ** 2);
  return pull > 0 ? Math.log(pull / weight) : log;
}

/** Sets the unit, and writes the priors of a in units of ability into the workspace. */
export function putPriorUnit(
  { size, priors, families }: Workspace,
  unit: PriorUnit,
  log: number,
): void {
  unit.log = log;
  const all = size.items;
  const factor = Math.exp(log);
  const isLognormal = families[0] === FAMILY.lognormal;
  for (let j = 0; j < all; j++) {
    priors[j] = isLognormal ? unit.given[j] - log : unit.given[j] / factor;
    priors[all + j] = isLognormal ? unit.given[all + j] : unit.given[all + j] / factor;
  }
}

/** The term to add to the log-density of the workspace's priors to get that of a × unit. */
export function logUnitTerm({ size }: Workspace, { log, sd }: PriorUnit): number {
  return -size.items * log - 0.5 * (log / sd) ** 2;
}
