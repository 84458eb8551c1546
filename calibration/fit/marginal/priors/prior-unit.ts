import type { Workspace } from '../engine/workspace.ts';
import { FAMILY } from '../prior.ts';

/**
 * The unit that priors of a are given in, where the distribution of ability is estimated: prior densities hold for a × unit.
 *
 * An estimated distribution holds no unit of ability: a wider one with flatter items fits as well. Priors of a would
 * choose the unit, and against few examinees and many items they would deform the distribution for it. So their unit is
 * free, and is where they fit best: priors say how discriminations differ and not how large they are. The log-posterior
 * is then the same in every unit of ability.
 */
export interface PriorUnit {
  /** Logarithm of the unit. */
  log: number;
  /** First and second parameters of the priors of a as given: 2J. */
  readonly given: Float64Array;
}

/** The unit to start from; undefined if there are no priors of a, or fixed items hold the unit of ability. */
export function openPriorUnit({
  size,
  priors,
  fixed,
  active,
  families,
}: Workspace): PriorUnit | undefined {
  if (active[0] === 0 || families[0] === FAMILY.none || fixed.includes(1)) return undefined;
  return { log: 0, given: priors.slice(0, 2 * size.items) };
}

/**
 * Logarithm of the unit in which the priors fit the items best.
 * Lognormal: Σ (mean − sd² − log a)/sd² / Σ 1/sd². Normal: log(Σ a mean/sd² / Σ a²/sd²), or as it is where that is not above 0.
 * @param point log a of each item, first of all
 */
export function bestLogUnit(
  { size, families }: Workspace,
  { given, log }: PriorUnit,
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
  if (isLognormal) return pull / weight;
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

/** What is to be added to the log-density of the workspace's priors so that it is that of a × unit. */
export function logUnitTerm({ size }: Workspace, { log }: PriorUnit): number {
  return -size.items * log;
}
