import type { CalibratedRange } from '../../cat/robust/alarm.ts';
import { fail } from '../../errors.ts';
import type { ItemParameters } from '../../irt/parameters.ts';

/** Item parameters that were made before, for tests in place of those from recorded answers. */
export interface LiveCalibration {
  /** Its number where it is kept. */
  readonly number: number;
  /** Of the items of the bank, in their order; of a fit that integrates the items, those of the expected curves. */
  readonly parameters: ItemParameters;
  /** One entry per item: 1 if it is flagged and adaptive tests leave it out. None by default. */
  readonly flagged?: Uint8Array | undefined;
  /** Scores of the examinees it was calibrated on, in [0, 1]. */
  readonly range: CalibratedRange;
  /** The examinees it was calibrated on, by all their names. */
  readonly pool: readonly string[];
  /** Other calibrations of the same bank with their pools, to be offered. */
  readonly others: readonly { readonly number: number; readonly pool: readonly string[] }[];
}

/** The names a model goes by: its own, what its endpoint calls it, and that without whose it is (my-org/my-model). */
export function modelNames(name: string, served: string): string[] {
  return [name, served, served.slice(served.lastIndexOf('/') + 1)];
}

/**
 * A model of the pool is never ranked on its own calibration, which was made from its answers.
 * @param models the names each tested model goes by, its own first; letter case does not matter
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

/** A model as the pool calls it, and as it is called here where that is another name. */
function shownAs(pool: readonly string[], [name, ...others]: readonly string[]): string {
  const find = (wanted: string) =>
    pool.find((known) => known.toLowerCase() === wanted.toLowerCase());
  if (find(name) !== undefined) return name;
  const known = others.flatMap((other) => find(other) ?? [])[0];
  return `${known} (called ${name} here)`;
}

function inPool(pool: readonly string[], models: readonly (readonly string[])[]) {
  const known = new Set(pool.map((name) => name.toLowerCase()));
  return models.filter((names) => names.some((name) => known.has(name.toLowerCase())));
}
