import { RUNGS, type Rung } from '../../../../calibration/fit/rungs.ts';
import type { RefreshRequest } from '../../../../calibration/refresh/refresh-types.ts';
import { pickItems } from '../../../irt/parameters.ts';
import type { Store, StoredCalibration } from '../../../store/store.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import { REFRESH } from './refresh-report.ts';

/** How a calibration was fitted, as a refresh of it needs it. */
export type FitSettings = Pick<RefreshRequest['fit'], 'mode' | 'rung' | 'slopes'>;

/** The old parameters of the items that are as they were. */
export function oldParameters(
  { items, parameters, standardErrors }: StoredCalibration,
  isKept: (item: string) => boolean,
): RefreshRequest['old'] {
  const positions = items.flatMap((item, j) => (isKept(item) ? [j] : []));
  const pick = (column: 'a' | 'b' | 'c') =>
    Float64Array.from(positions, (j) => standardErrors?.[column][j] ?? Number.NaN);
  return {
    items: positions.map((j) => items[j]),
    parameters: pickItems(parameters, positions),
    standardErrors: { a: pick('a'), b: pick('b'), c: pick('c') },
  };
}

/** How the calibration that a chain of refreshes began with was fitted. @throws NAME_UNKNOWN */
export async function fitSettings(
  store: Store,
  calibration: StoredCalibration,
): Promise<FitSettings> {
  let first = calibration;
  while (first.method === REFRESH && first.parent !== null)
    first = await calibrationOf(store, first.parent);
  const { method, options, parameters } = first;
  const isMarginal = method === 'marginal';
  const mode = isMarginal ? 'marginal' : method === 'given' ? 'auto' : 'integrated';
  // Items that work backwards are only known to a marginal fit.
  const slopes = isMarginal && parameters.a.some((a) => a < 0) ? 'any' : undefined;
  return { mode, rung: rungOf(options, parameters), ...(slopes && { slopes }) };
}

/** As it was fitted; of other parameters, the simplest that they agree with. */
function rungOf(
  { rung, model }: Readonly<Record<string, unknown>>,
  { a, c }: StoredCalibration['parameters'],
): Rung {
  const known = RUNGS.find((name) => name === rung);
  if (known !== undefined) return known;
  if (model === 'rasch') return '1pl';
  if (model === '2pl') return '2pl';
  if (c.some((guessing) => guessing > 0)) return '3pl-shrunken';
  return a.length > 1 && a.every((slope) => slope === a[0]) ? '1pl' : '2pl';
}
