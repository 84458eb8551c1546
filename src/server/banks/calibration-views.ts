import type { z } from 'zod';
import type { ItemChange } from '../../../calibration/refresh/refresh-types.ts';
import {
  type CalibrationList,
  MOST_REFRESH_ROWS,
  type RefreshItem,
  type RefreshView,
  type refreshList,
} from '../../api/refreshes.ts';
import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { lineage } from '../../workflow/calibration/refresh/lineage.ts';
import { factLines } from '../../workflow/calibration/refresh/refresh-facts.ts';
import type { RefreshReport } from '../../workflow/calibration/refresh/refresh-report.ts';
import {
  adjustedP,
  difficultyChange,
  refreshSummary,
} from '../../workflow/calibration/refresh/refresh-summary.ts';
import { FATE_WORDS } from '../../workflow/calibration/refresh/refresh-words.ts';
import { calibrationSummaryOf } from './calibration-part.ts';

/** The calibrations of a bank with what was decided about them. */
export async function calibrationListOf(store: Store, bank: string): Promise<CalibrationList> {
  const { inForce, calibrations, log } = await lineage(store, bank);
  return {
    items: calibrations.map(({ state, accepted, ...kept }) => ({
      ...calibrationSummaryOf(kept),
      state,
      accepted,
    })),
    inForce,
    log: log.toReversed(),
  };
}

/** The refreshes of a bank, newest first. */
export async function refreshListOf(
  store: Store,
  bank: string,
): Promise<z.input<typeof refreshList>> {
  const items: z.input<typeof refreshList>['items'] = [];
  for (const { id, state, createdAt } of (await lineage(store, bank)).calibrations) {
    const report = (await store.calibrationReport(id)) as RefreshReport | null;
    if (report === null) continue;
    items.push({
      calibration: id,
      refreshed: report.refreshed,
      state,
      createdAt,
      newModels: report.collected.newModels.length,
      driftedItems: report.changes.filter(({ hasDrifted }) => hasDrifted).length,
      changedItems: report.changes.filter(({ fate }) => fate !== 'held').length,
      clearSwaps: report.ranking.clear,
      retirements: report.retirements.length,
    });
  }
  return { items };
}

/** What a refresh of a bank changes. @throws NAME_UNKNOWN for a calibration that is not a refresh of this bank */
export async function refreshViewOf(
  store: Store,
  bank: string,
  calibration: number,
): Promise<RefreshView> {
  const report = (await store.calibrationReport(calibration)) as RefreshReport | null;
  if (report === null || report.bank !== bank)
    return fail('NAME_UNKNOWN', {
      kind: `refresh of bank ${bank}`,
      name: String(calibration),
      nearest: null,
    });
  const summary = refreshSummary(report);
  const both = report.changes.filter(({ old, new: now }) => old !== null && now !== null);
  const { tau, pairs, swapped, clear, swaps } = report.ranking;
  const moved = summary.models.filter(
    ({ before, after }) => before.rank !== after.rank || before.score !== after.score,
  );
  return {
    calibration,
    refreshed: report.refreshed,
    facts: factLines(report),
    warnings: [...summary.warnings],
    items: report.changes.length,
    models: report.models.length,
    driftedItems: summary.drifted.length,
    drifted: summary.drifted.slice(0, MOST_REFRESH_ROWS).map(itemOf),
    changedItems: summary.changed.length,
    changed: summary.changed.slice(0, MOST_REFRESH_ROWS).map(itemOf),
    difficulties: {
      old: both.map(({ old }) => old!.b),
      new: both.map(({ new: now }) => now!.b),
      drifted: both.map(({ hasDrifted }) => hasDrifted),
      items: both.map(({ item }) => item),
    },
    changedModels: moved.slice(0, MOST_REFRESH_ROWS).map(({ abilityChange: _, ...model }) => model),
    ranking: { tau, pairs, swapped, clear, swaps: [...swaps] },
    pretest: summary.pretest
      .slice(0, MOST_REFRESH_ROWS)
      .map(({ item, answers, a, b, sd, isReady }) => ({
        ...{ item, answers, a, b },
        ...{ seB: sd, ready: isReady },
      })),
    retirements: summary.retirements.map(({ item, reasons }) => ({ item, reasons: [...reasons] })),
    saturated: summary.saturated.length,
    unsolved: summary.unsolved.length,
  };
}

function itemOf(one: ItemChange): RefreshItem {
  const { item, fate, hasDrifted, old, new: now, drift, answers } = one;
  const moved = difficultyChange(one);
  const curve = (of: typeof old) => of && { a: of.a, b: of.b, seB: of.errors.b };
  return {
    item,
    fate: FATE_WORDS[fate],
    drifted: hasDrifted,
    old: curve(old),
    new: curve(now),
    change: moved?.change ?? null,
    changeSe: moved?.se ?? null,
    shift: drift?.shift ?? null,
    shiftSe: drift?.se ?? null,
    robustZ: drift?.robustZ.difficulty ?? null,
    p: drift === null ? null : adjustedP(one),
    newAnswers: answers.new,
  };
}
