import type {
  ComparedFigure,
  ComparedResult,
  StrategyComparison,
} from '../../../../sim/post-hoc/compare-strategies.ts';
import type { PostHocReport } from '../../../../sim/post-hoc/post-hoc.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import { correlation, count, decimal, money2, percent, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';

/** The printed result of a post-hoc simulation: its setting, and one line per length and strategy. */
export function postHocText(report: PostHocReport): string {
  const withError = (value: string, se: number | null, places: number) =>
    se === null ? value : `${value} ± ${decimal(se, places).replace(/^0\./, '.')}`;
  const isPriced = report.results.some(({ cost }) => cost !== undefined);
  const table = textTable(
    [
      { head: 'items', align: 'right' },
      { head: 'strategy' },
      { head: 'mean |error|', align: 'right' },
      { head: 'bias', align: 'right' },
      { head: 'Kendall τ-b', align: 'right' },
      { head: 'Spearman ρ', align: 'right' },
      { head: '90% intervals: own coverage', align: 'right' },
      { head: 'widened coverage', align: 'right' },
      { head: 'width', align: 'right' },
      ...(isPriced
        ? ([
            { head: 'items used', align: 'right' },
            { head: 'cost', align: 'right' },
          ] as const)
        : []),
    ],
    [...report.results]
      .sort((x, y) => x.length - y.length)
      .map((r) => [
        count(r.length),
        r.strategy,
        withError(decimal(r.mae, 2), r.seMae, 2),
        decimal(r.bias, 2),
        withError(correlation(r.kendall), r.seKendall, 3),
        correlation(r.spearman),
        shareWithInterval(r.ownCoverage90, r.ownCoverage90Low, r.ownCoverage90High),
        percent(r.coverage90),
        decimal(r.width90, 1),
        ...(isPriced ? [decimal(r.itemsUsed, 1), money2(r.cost ?? 0)] : []),
      ]),
  );
  return [
    `${report.bank}: ${count(report.examinees)} models, ${count(report.items)} items${report.simulated ? ' — SIMULATED answers' : ''}; ${splitText(report)}, ${plural(report.seeds, 'seed')} from ${report.seed}.`,
    'Errors and widths are in points of the score on the whole bank; ± standard error over families and seeds. Own coverage: share of the intervals of the response model or the design that contain the score (95% interval over families). Widened: the same intervals widened by the errors on the other models, which makes their coverage about 90% by construction, so judge them by their width.',
    '',
    table,
  ].join('\n');
}

function shareWithInterval(share: number, low: number | null, high: number | null): string {
  if (low === null || high === null) return percent(share);
  return `${percent(share)} (${Math.round(100 * low)}–${Math.round(100 * high)})`;
}

/** Who is tested on a calibration from whom, in one sentence's part. */
export function splitText(
  { split, folds, families, examinees }: PostHocReport,
  t: Words = ENGLISH,
): string {
  const { rule, tested, calibrationModels } = split;
  const kin = t('{n}, {source}||families', {
    n: String(families.count),
    source: t(families.source),
  });
  if (rule === 'strongest') {
    const values = { tested: String(tested), others: String(examinees - tested), kin };
    return calibrationModels === null
      ? t(
          'the strongest {tested} tested on a calibration on the other {others} (families: {kin})',
          values,
        )
      : t(
          'the strongest {tested} tested on a calibration on {n} of the other {others} (families: {kin})',
          { ...values, n: String(calibrationModels) },
        );
  }
  const values = { folds: String(folds), kin };
  const folded =
    rule === 'random'
      ? t('{folds} folds of single models, families on both sides ({kin})', values)
      : t('{folds} folds of whole families ({kin})', values);
  return calibrationModels === null
    ? folded
    : t('{folds}, each calibrated on {n} models', { folds: folded, n: String(calibrationModels) });
}

/** How two strategies compare: one line per length, and one over all of them. */
export function comparisonText({
  strategies: [a, b],
  lengths,
  pooled,
  margins,
  resamples,
}: StrategyComparison): string {
  const row = (head: string, { errorRatio, kendallDifference }: ComparedResult) => [
    head,
    figureText(errorRatio, (value) => decimal(value, 2)),
    errorRatio.verdict,
    figureText(kendallDifference, correlation),
    kendallDifference.verdict,
  ];
  const table = textTable(
    [
      { head: 'items', align: 'right' },
      { head: `|error| ${a} / ${b}`, align: 'right' },
      { head: '' },
      { head: `τ ${a} − ${b}`, align: 'right' },
      { head: '' },
    ],
    [...lengths.map((result) => row(count(result.length), result)), row('all', pooled)],
  );
  return [
    `${a} compared with ${b}, with 90% intervals (${count(resamples)} resamples of families). "Not worse" means at most ${decimal(margins.errorRatio, 2)} times the error, and τ lower by at most ${correlation(-margins.kendallDifference)}; "undecided" means that the interval contains this limit.`,
    '',
    table,
  ].join('\n');
}

function figureText({ value, low, high }: ComparedFigure, text: (value: number) => string): string {
  const show = (x: number | null) => (x === null ? '–' : text(x));
  return `${show(value)} (${show(low)} to ${show(high)})`;
}
