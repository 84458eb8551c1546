import type { CalibratedRange } from '../../cat/robust/alarm.ts';
import { fail } from '../../errors.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { sameName } from '../../text/same-name.ts';

/** Item parameters of an earlier calibration, used in tests instead of those from recorded answers. */
export interface LiveCalibration {
  /** Its number where it is kept. */
  readonly number: number;
  /** Parameters of the items of the bank, in their order; for a fit that integrates the items, those of the expected curves. */
  readonly parameters: ItemParameters;
  /** One entry per item: 1 if it is flagged and adaptive tests leave it out. None by default. */
  readonly flagged?: Uint8Array | undefined;
  /** Scores of the examinees it was calibrated on, in [0, 1]. */
  readonly range: CalibratedRange;
  /** The examinees it was calibrated on, by all their names. */
  readonly pool: readonly string[];
  /** Other calibrations of the same bank with their pools, for the hint in an error. */
  readonly others: readonly { readonly number: number; readonly pool: readonly string[] }[];
}

/**
 * All names of a model: its own, the one at its endpoint, and that without its organisation (`my-model` of my-org/my-model).
 */
export function modelNames(name: string, served: string): string[] {
  return [name, served, served.slice(served.lastIndexOf('/') + 1)];
}

/**
 * Refuses to rank a model of the pool on a calibration that was made from its answers.
 * @param models all names of each tested model, its own first; letter case does not matter
 * @throws CALIBRATION_OF_TESTED
 */
export function checkPool(
  { number, pool, others }: LiveCalibration,
  models: readonly (readonly string[])[],
): void {
  const own = inPool(pool, models);
  if (own.length === 0) return;
  fail('CALIBRATION_OF_TESTED', {
    calibration: number,
    models: own.map((names) => shownAs(pool, names)),
    others: others
      .filter((other) => inPool(other.pool, models).length === 0)
      .map((other) => other.number),
  });
}

/** The name of a model in the pool, and its name here if that differs. */
function shownAs(pool: readonly string[], [name, ...others]: readonly string[]): string {
  const find = (wanted: string) => pool.find((known) => sameName(known) === sameName(wanted));
  if (find(name) !== undefined) return name;
  const known = others.flatMap((other) => find(other) ?? [])[0];
  return `${known} (called ${name} here)`;
}

function inPool(pool: readonly string[], models: readonly (readonly string[])[]) {
  const known = new Set(pool.map(sameName));
  return models.filter((names) => names.some((name) => known.has(sameName(name))));
}
