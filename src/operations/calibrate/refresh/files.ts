import { toCsv } from '../../../files/write/write.ts';
import type { RefreshReport } from '../../../workflow/calibration/refresh/refresh-report.ts';
import {
  difficultyChange,
  refreshSummary,
} from '../../../workflow/calibration/refresh/refresh-summary.ts';

const ITEM_COLUMNS = [
  ...['item', 'fate', 'drifted', 'anchor', 'old_answers', 'new_answers'],
  ...['old_a', 'old_b', 'old_c', 'old_d', 'old_se_a', 'old_se_b', 'old_se_c'],
  ...['a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c', 'b_change', 'b_change_se'],
  ...['new_only_a', 'new_only_b', 'new_only_c', 'shift', 'shift_se'],
  ...['robust_z_difficulty', 'robust_z_slope', 'chi2_shift', 'chi2_slope'],
  ...['p_shift', 'p_slope', 'adjusted_p_shift', 'adjusted_p_slope'],
];

/** All items: old and new parameters with standard errors, and the tests of drift. */
export function itemsCsv({ changes }: RefreshReport): string {
  return toCsv(
    ITEM_COLUMNS,
    changes.map((one) => {
      const { item, fate, old, new: now, fromNew, drift, answers, hasDrifted, isAnchor } = one;
      const moved = difficultyChange(one);
      const curve = (of: typeof old) => [
        ...[of?.a, of?.b, of?.c, of?.d],
        ...[of?.errors.a, of?.errors.b, of?.errors.c],
      ];
      return [
        ...[item, fate, hasDrifted ? 1 : 0, isAnchor ? 1 : 0, answers.old, answers.new],
        ...curve(old),
        ...curve(now),
        ...[moved?.change, moved?.se, fromNew?.a, fromNew?.b, fromNew?.c],
        ...[drift?.shift, drift?.se, drift?.robustZ.difficulty, drift?.robustZ.slope],
        ...[drift?.chiSquare.shift, drift?.chiSquare.slope, drift?.p.shift, drift?.p.slope],
        ...[drift?.adjusted.shift, drift?.adjusted.slope],
      ];
    }),
  );
}

const MODEL_COLUMNS = [
  ...['model', 'new', 'answers', 'score_before', 'se_before', 'rank_before'],
  ...['score_after', 'se_after', 'rank_after', 'ability_change'],
];

/** All models by their rank afterwards, scores in points. */
export function modelsCsv(report: RefreshReport): string {
  const rows = refreshSummary(report).models.toSorted((x, y) => x.after.rank - y.after.rank);
  return toCsv(
    MODEL_COLUMNS,
    rows.map(({ model, isNew, answers, before, after, abilityChange }) => [
      ...[model, isNew ? 1 : 0, answers, before.score, before.error, before.rank],
      ...[after.score, after.error, after.rank, abilityChange],
    ]),
  );
}

/** The proposed retirements as a review that `bank review --file` takes; people remove the rows that they do not want. */
export function retirementsCsv(report: RefreshReport): string {
  return toCsv(
    ['item', 'decision', 'key', 'note'],
    refreshSummary(report).retirements.map(({ item, reasons }) => [
      item,
      'retire',
      '',
      reasons.join('; '),
    ]),
  );
}
