import type { ITEM_FLAGS } from '../../api/banks.ts';
import { type Exposure, exposureOf, type ItemView } from './item-view.ts';

export type ItemFlag = (typeof ITEM_FLAGS)[number];

/** Below this discrimination an item hardly tells examinees apart: Baker (2001), The Basics of Item Response Theory, chapter 2. */
const LOW_DISCRIMINATION = 0.35;
/** Mean squares from here on: Linacre (2002), Rasch Measurement Transactions 16, 878: unproductive, and distorting. */
const HIGH_INFIT = 1.5;
const HIGH_OUTFIT = 2;
/** With a single model, "all equal" has no meaning. */
const LEAST_ANSWERS = 2;
/**
 * Usual bound of the exposure of an item, of its multiple of the mean over the bank, and the least number of sessions for it.
 */
const HIGH_EXPOSURE = 0.25;
const ABOVE_MEAN = 2;
const LEAST_SESSIONS = 20;

/** Whether an item should be checked for this reason. */
export function hasFlag(view: ItemView, exposure: Exposure, j: number, flag: ItemFlag): boolean {
  const { table, fit, parameters, isReversed } = view;
  const alike = (share: number) =>
    table.telling !== null &&
    table.telling.answered[j] >= LEAST_ANSWERS &&
    table.telling.share[j] === share;
  // As calibrations flag it: negative-slope.
  const isNegative = () => isReversed?.[j] === 1 || (parameters !== null && parameters.a[j] < 0);
  switch (flag) {
    case 'negative-discrimination':
      return isNegative();
    case 'low-discrimination':
      // With few models, the calibration shrinks discriminations towards their mean, so none is low; use the correlation.
      return (
        (parameters !== null && parameters.a[j] > 0 && parameters.a[j] < LOW_DISCRIMINATION) ||
        (fit !== null && fit.correlation[j] <= 0 && !isNegative())
      );
    case 'all-right':
      return alike(1);
    case 'all-wrong':
      return alike(0);
    case 'misfit':
      return fit !== null && (fit.infit[j] > HIGH_INFIT || fit.outfit[j] > HIGH_OUTFIT);
    case 'duplicate':
      return table.isRepeated[j] === 1;
    case 'retired':
      return table.statuses[j] === 'retired';
    case 'pretest':
      return table.statuses[j] === 'pretest';
    case 'overexposed':
      return (
        exposure.sessions >= LEAST_SESSIONS &&
        (exposureOf(exposure, table.ids[j]) ?? 0) > highExposure(exposure, table.ids.length)
      );
  }
}

const means = new WeakMap<Exposure['asked'], number>();

/** Long tests ask every item often, so high exposure must also be above the mean. */
function highExposure({ sessions, asked }: Exposure, items: number): number {
  let all = means.get(asked);
  if (all === undefined) {
    all = 0;
    for (const times of asked.values()) all += times;
    means.set(asked, all);
  }
  return Math.max(HIGH_EXPOSURE, (ABOVE_MEAN * all) / (sessions * items));
}
