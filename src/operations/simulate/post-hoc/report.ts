import type {
  ComparedFigure,
  ComparedResult,
  StrategyComparison,
} from '../../../../sim/post-hoc/compare-strategies.ts';
import type { PostHocReport } from '../../../../sim/post-hoc/post-hoc.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import {
  correlation,
  count,
  decimal,
  figureText,
  money2,
  percent,
  plural,
} from '../../../numbers.ts';
import type { Section, Table, Told } from '../../../report/document.ts';
import { plainTable } from '../../../report/plain-table.ts';
import type { Reading } from '../../operation.ts';
import { sourceOf } from '../../recorded-bank.ts';
import type { PostHocOptions } from './options.ts';

const COLUMNS = [
  ...['items', 'strategy', 'mean |error|', 'bias', 'Kendall τ-b', 'Spearman ρ'],
  ...['90% intervals: own coverage', 'widened coverage', 'width'],
];
const COSTS = ['items used', 'cost'];

/** What a post-hoc simulation says: its setting, and one line per length and strategy. */
export function postHocDocument(
  report: PostHocReport,
  { options, where }: Pick<Reading<PostHocOptions>, 'options' | 'where'>,
): Told {
  const longest = Math.max(...report.results.map(({ length }) => length));
  return {
    lead: `${report.bank}: ${count(report.examinees)} models, ${count(report.items)} items${report.simulated ? ' — SIMULATED answers' : ''}; ${splitText(report)}, ${plural(report.seeds, 'seed')} from ${report.seed}.\nErrors and widths are in points of the score on the whole bank; ± standard error over families and seeds. Own coverage: share of the intervals of the response model or the design that contain the score (95% interval over families). Widened: the same intervals widened by the errors on the other models, which makes their coverage about 90% by construction, so judge them by their width.`,
    sections: [
      { table: resultTable(report) },
      ...(report.comparison === null ? [] : [comparisonSection(report.comparison)]),
    ],
    next:
      options.out === undefined
        ? 'for the same results as data, add --json or --out results.csv'
        : `for a ranking with this number of items: thetarank rank ${sourceOf(options, where)} --items ${longest}`,
  };
}

function resultTable({ results }: PostHocReport): Table {
  const isPriced = results.some(({ cost }) => cost !== undefined);
  const columns = isPriced ? [...COLUMNS, ...COSTS] : COLUMNS;
  return plainTable(
    columns,
    results
      .toSorted((x, y) => x.length - y.length)
      .map((r) => [
        ...[count(r.length), r.strategy],
        figureText({ value: r.mae, se: r.seMae }, 2),
        decimal(r.bias, 2),
        r.kendall === null || r.seKendall === null
          ? correlation(r.kendall)
          : `${correlation(r.kendall)} ± ${correlation(r.seKendall)}`,
        correlation(r.spearman),
        shareWithInterval(r.ownCoverage90, r.ownCoverage90Low, r.ownCoverage90High),
        ...[percent(r.coverage90), decimal(r.width90, 1)],
        ...(isPriced ? [decimal(r.itemsUsed, 1), money2(r.cost ?? 0)] : []),
      ]),
    columns.filter((name) => name !== 'strategy'),
  );
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
export function comparisonSection({
  strategies: [a, b],
  lengths,
  pooled,
  margins,
  resamples,
}: StrategyComparison): Omit<Section, 'heading'> {
  const row = (head: string, { errorRatio, kendallDifference }: ComparedResult) => [
    head,
    rangeText(errorRatio, (value) => decimal(value, 2)),
    errorRatio.verdict,
    rangeText(kendallDifference, correlation),
    kendallDifference.verdict,
  ];
  const [error, tau] = [`|error| ${a} / ${b}`, `τ ${a} − ${b}`];
  return {
    table: plainTable(
      ['items', error, '', tau, ''],
      [...lengths.map((result) => row(count(result.length), result)), row('all', pooled)],
      ['items', error, tau],
    ),
    paragraphs: [
      `${a} compared with ${b}, with 90% intervals (${count(resamples)} resamples of families). "Not worse" means at most ${decimal(margins.errorRatio, 2)} times the error, and τ lower by at most ${correlation(-margins.kendallDifference)}; "undecided" means that the interval contains this limit.`,
    ],
  };
}

function rangeText({ value, low, high }: ComparedFigure, text: (value: number) => string): string {
  const show = (x: number | null) => (x === null ? '–' : text(x));
  return `${show(value)} (${show(low)} to ${show(high)})`;
}
