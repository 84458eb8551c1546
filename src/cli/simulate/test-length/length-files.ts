import type { LengthReport } from '../../../../sim/test-length/length-report.ts';
import { MEASURES, type MeasureName } from '../../../../sim/test-length/measures.ts';
import { type LengthCurveChart, lengthCurveSvg } from '../../../charts/length-curve.ts';
import { toCsv } from '../../../files/write/write.ts';
import type { Words } from '../../../languages/words.ts';
import { count, percent, plural } from '../../../numbers.ts';
import type { Chart, Document } from '../../../report/document.ts';
import { documentPage } from '../../../report/page.ts';
import { retoldDocument, retoldLengthCurve } from '../../../report/retold-document.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type { LengthSource } from '../../../workflow/studies/test-length/length-source.ts';
import { digestText, seriesOf } from '../study-digest.ts';
import { answerText, facts, figureText, notes } from './length-text.ts';

/** Two-sided 95% of a normal figure. */

/** The curve as CSV: a row per length. */
export function curveCsv({ curve }: LengthReport): string {
  const measures = Object.keys(curve[0].measures) as MeasureName[];
  return toCsv(
    ['length', 'replications', ...measures.flatMap((name) => [name, `se_${name}`]), 'verdict'],
    curve.map(({ length, replications, measures: of, verdict }) => [
      length,
      replications,
      ...measures.flatMap((name) => [of[name]!.value, of[name]!.se]),
      verdict,
    ]),
  );
}

/** The curve of each target with its band, the target, and the interval of the length. */
export function curveSvg(report: LengthReport, source: LengthSource, t: Words): Promise<string> {
  return lengthCurveSvg(retoldLengthCurve(chartOf(report, source), t));
}

function chartOf(report: LengthReport, { study, bank }: LengthSource): LengthCurveChart {
  const { interval, length, curve, longest } = report;
  const isSimulated = study.kind === 'simulated';
  return {
    title: `How long must a test be? ${bank}${isSimulated ? ' (SIMULATED)' : ''}`,
    caption: [
      `${report.target.join(', ')}: ${length === null ? `more than ${count(longest)}` : plural(length, 'item')}; shaded: ${percent(report.confidence)} interval.`,
      'Bands: ±1.96 Monte Carlo standard errors. Dashed: the target.',
    ],
    shaded: { low: interval.low, high: interval.high ?? longest },
    length,
    panels: study.targets.map(({ measure, value: target }) => ({
      title: MEASURES[measure].title,
      format: measure === 'coverage' || measure === 'pairs' || measure === 'top1' ? '.1~%' : '~r',
      target,
      points: curve.map(({ length, measures }) => {
        const { value, se } = measures[measure]!;
        const reach = se === null ? null : NORMAL_95 * se;
        return {
          length,
          value,
          low: reach === null ? null : value - reach,
          high: reach === null ? null : value + reach,
        };
      }),
    })),
  };
}

/** The result, for the service to show. */
export function lengthDigest(report: LengthReport, source: LengthSource): string {
  const { curve, replications } = report;
  const measures = Object.keys(curve[0].measures) as MeasureName[];
  const { title, panels } = chartOf(report, source);
  return digestText({
    kind: 'test-length',
    title,
    cells: curve.length,
    replications,
    answer: [answerText(report)],
    columns: [
      ...['length', 'replications'],
      ...measures.flatMap((name) => [name, `se_${name}`]),
      'verdict',
    ],
    rows: curve.map((point) => [
      ...[point.length, point.replications],
      ...measures.flatMap((name) => [point.measures[name]!.value, point.measures[name]!.se]),
      point.verdict,
    ]),
    plots: panels.map((panel) => ({
      title: panel.title,
      x: 'items',
      y: panel.title,
      series: [
        seriesOf(
          'tests',
          panel.points.map(({ length: x, value: y, low, high }) => ({ x, y, low, high })),
        ),
        seriesOf(
          'target',
          panel.points.map(({ length: x }) => ({ x, y: panel.target, low: null, high: null })),
        ),
      ],
    })),
  });
}

/** The report as one self-contained page. */
export async function lengthPage(
  report: LengthReport,
  source: LengthSource,
  next: string,
  t: Words,
): Promise<string> {
  const charts = await pageCharts(report, source, t);
  const measures = Object.keys(report.curve[0].measures) as MeasureName[];
  const page: Document = {
    title: 'How long must a test be?',
    lead: answerText(report),
    facts: facts(report, source),
    sections: [
      { heading: 'How to read it', paragraphs: notes(report, source) },
      {
        heading: 'The curve',
        paragraphs: [
          `Shaded: the ${percent(report.confidence)} interval of the length${report.targets.length > 1 ? ' that reaches all targets' : ''}. Bands: ±1.96 Monte Carlo standard errors. Dashed: the target, and the length.`,
        ],
        charts,
        table: {
          caption: 'All lengths that were tested',
          columns: [
            { name: 'items', numeric: true },
            ...measures.map((name) => ({
              name,
              numeric: true,
              help: `${MEASURES[name].title}, ± Monte Carlo standard error`,
            })),
            { name: 'replications', numeric: true },
            { name: 'target', words: true },
          ],
          rows: report.curve.map((point) => [
            count(point.length),
            ...measures.map((name) => figureText(name, point.measures[name]!)),
            count(point.replications),
            { reaches: 'reached', misses: 'missed', open: 'open' }[point.verdict],
          ]),
        },
      },
    ],
    next,
  };
  return documentPage(retoldDocument(page, t), t);
}

/** Each target as a chart of its own, which a phone can show. */
function pageCharts(report: LengthReport, source: LengthSource, t: Words): Promise<Chart[]> {
  const chart = chartOf(report, source);
  return Promise.all(
    chart.panels.map(async (panel, k) => {
      const { target, length } = report.targets[k];
      const answer = length === null ? 'not reached' : plural(length, 'item');
      const title = `${target}: ${answer}${source.study.kind === 'simulated' ? ' (SIMULATED)' : ''}`;
      return {
        title,
        svg: await lengthCurveSvg(
          retoldLengthCurve({ ...chart, title, caption: [], panels: [panel] }, t),
        ),
      };
    }),
  );
}
