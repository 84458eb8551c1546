import type { PostHocReport } from 'thetarank';
import type { ComparedFigure } from 'thetarank/study';
import { figure, markdownTable, percentOf, percentWithEnds, plural } from '../../text.ts';
import { altText, plotFile } from './plots.ts';
import type { StudyResult } from './ranking.ts';

/** The note beside all figures from a recorded matrix. */
export const USED_IN_DEVELOPMENT =
  '*Data used in development: methods were chosen with it in sight ([what that means](#what-these-figures-do-not-show)).*';

const SPLITS = {
  family: 'Whole families left out',
  random: 'Single models left out, their families on both sides',
  strongest: 'The strongest fifth, on a calibration from the rest',
} as const;

/** The heading of a study. */
export function splitTitle({ split, calibrationModels }: StudyResult['study']): string {
  const few =
    calibrationModels === null ? '' : `, calibrated with only ${calibrationModels} models`;
  return `${SPLITS[split]}${few}`;
}

/** One study: its description, plot, table and comparison. */
export function studySection(result: StudyResult): string {
  const { report, study } = result;
  const { examinees, families, items, seeds, fullScore, split, folds } = report;
  const tested =
    split.rule === 'strongest'
      ? `${split.tested} of ${plural(examinees, 'model')} tested`
      : `${plural(examinees, 'model')} in ${plural(families.count, 'family', 'families')}, ${plural(folds, 'fold')}`;
  return [
    `### ${study.bank}: ${splitTitle(study).replace(/^./, (letter) => letter.toLowerCase())}`,
    `${tested}, ${items.toLocaleString('en-US')} items, ${plural(seeds, 'repetition')}; full score: ${fullScore}.`,
    report.simulated ? '*Simulated answers.*' : USED_IN_DEVELOPMENT,
    `![${altText(result)}](${plotFile(study)})`,
    resultTable(report),
    ...comparison(report),
  ].join('\n\n');
}

function resultTable({ results }: PostHocReport): string {
  const withError = (value: number | null, se: number | null, places: number) =>
    `${figure(value, places)}${se === null ? '' : ` ± ${figure(se, places)}`}`;
  return markdownTable(
    [
      ...['items:', 'strategy', 'mean absolute error:', 'bias:', 'Kendall τ-b:', 'Spearman ρ:'],
      ...['own hold (95%):', 'widened hold:', 'width:'],
    ],
    [...results]
      .sort((x, y) => x.length - y.length)
      .map((r) => [
        String(r.length),
        r.strategy,
        withError(r.mae, r.seMae, 2),
        figure(r.bias, 2),
        withError(r.kendall, r.seKendall, 3),
        figure(r.spearman, 3),
        percentWithEnds(r.ownCoverage90, r.ownCoverage90Low, r.ownCoverage90High),
        percentOf(r.coverage90),
        figure(r.width90, 1),
      ]),
  );
}

function comparison({ comparison }: PostHocReport): string[] {
  if (comparison === null) return [];
  const { lengths, pooled, resamples, margins, strategies } = comparison;
  const cell = ({ value, low, high, verdict }: ComparedFigure, places: number) =>
    `${figure(value, places)} (${figure(low, places)} to ${figure(high, places)}) ${verdict}`;
  const rows = [
    ...lengths.map((row) => ({ name: String(row.length), ...row })),
    { name: 'all', ...pooled },
  ];
  return [
    `\`${strategies[0]}\` against \`${strategies[1]}\`, 90% intervals of a paired bootstrap over families (${resamples} resamples); not worse: ratio up to ${margins.errorRatio}, difference of τ from ${figure(margins.kendallDifference, 2)}.`,
    markdownTable(
      ['items:', 'ratio of errors', 'difference of τ'],
      rows.map((row) => [row.name, cell(row.errorRatio, 2), cell(row.kendallDifference, 3)]),
    ),
  ];
}
