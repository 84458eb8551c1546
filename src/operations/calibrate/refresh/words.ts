import type { ItemChange, UniformItem } from '../../../../calibration/refresh/refresh-types.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { PRETEST_BAR } from '../../../ranking/pretest/ready-pretest.ts';
import type { RefreshReport } from '../../../workflow/calibration/refresh/refresh-report.ts';
import {
  difficultyChange,
  type PretestRow,
} from '../../../workflow/calibration/refresh/refresh-summary.ts';

/** What items that every new model has right mean for a bank. */
export function saturatedHeading(saturated: readonly UniformItem[]): string {
  return `Saturated items: ${count(saturated.length)}. Every new model has them right, so they tell new models no longer apart; earlier ones they did, and weaker ones they still do. Add harder items`;
}

/** What items that no new model has right mean for a bank. */
export function unsolvedHeading(unsolved: readonly UniformItem[]): string {
  return `Items that no new model has right: ${count(unsolved.length)}. Some earlier models had. Look at a few of them`;
}

/** Share of the earlier models that had an item right. */
export function shareText(share: number | null): string {
  return share === null ? '–' : `${decimal(100 * share, 0)}%`;
}

/** How many pretest items there are, and how many of them can count. */
export function pretestHeading(pretest: readonly PretestRow[]): string {
  const ready = pretest.filter(({ isReady }) => isReady).length;
  return `Pretest items with answers: ${count(pretest.length)}; ready to count: ${count(ready)} (at least ${PRETEST_BAR.answers} answers, standard error of the difficulty up to ${PRETEST_BAR.se})`;
}

/** How much harder an item is for new models, with its standard error. */
export function shiftText({ drift }: ItemChange): string {
  return withError(drift?.shift ?? null, drift?.se ?? null);
}

/** An adjusted probability. */
export function pText(p: number): string {
  return p < 0.0001 ? '<0.0001' : decimal(p, 4);
}

/** The change of an item's difficulty with its standard error. */
export function changeText(item: ItemChange): string {
  const found = difficultyChange(item);
  return withError(found?.change ?? null, found?.se ?? null);
}

/** Why a calibration changes no score. */
export const EXACT_SCORES =
  'All models answered all items, so their scores are the recorded ones, and no calibration changes them. Only abilities change.';

/** Changes of the order that are listed. */
const MOST_SWAPS = 10;

/** How the order of the models changes, and the clearest changes. */
export function rankingLines({ ranking, models }: RefreshReport): string[] {
  const { tau, swapped, pairs, clear, swaps } = ranking;
  return [
    `Ranking of ${plural(models.length, 'model')}: ${count(swapped)} of ${plural(pairs, 'pair')} change their order, ${count(clear)} of them clearly (both differences beyond 1.96 standard errors)${tau === null ? '' : `; Kendall's tau ${decimal(tau, 3)}`}.`,
    ...swaps
      .slice(0, MOST_SWAPS)
      .map(
        ({ above, below, zBefore, zAfter }) =>
          `${above} is now above ${below} (z ${decimal(zBefore, 1)} before, ${decimal(zAfter, 1)} after)`,
      ),
  ];
}

/** A value and its standard error, as far as they are known. */
export function withError(value: number | null, error: number | null, places = 2): string {
  if (value === null) return '–';
  return error === null
    ? decimal(value, places)
    : `${decimal(value, places)} (${decimal(error, places)})`;
}
