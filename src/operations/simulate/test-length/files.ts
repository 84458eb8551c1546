import { join } from 'node:path';
import type { MeasureName } from '../../../../sim/test-length/measures.ts';
import { lengthCurveSvg } from '../../../charts/length-curve.ts';
import { toCsv, writeFileWhole } from '../../../files/write/write.ts';
import { documentPage } from '../../../report/page.ts';
import { retoldLengthCurve } from '../../../report/retold-document.ts';
import { DIGEST } from '../../../workflow/studies/kept/shown-files.ts';
import { digestText, seriesOf } from '../../../workflow/studies/kept/study-digest.ts';
import type { Reading } from '../../operation.ts';
import { curveChart } from './curve-chart.ts';
import type { LengthOptions } from './options.ts';
import { answerText, lengthDocument } from './report.ts';
import type { LengthResult } from './run-test-length.ts';

/** Writes the folder of the study, and the curve. */
export async function writeLengthFiles(
  result: LengthResult,
  reading: Reading<LengthOptions>,
): Promise<string[]> {
  const { options, t } = reading;
  const { out, plot } = options;
  if (out === undefined && plot === undefined) return [];
  const svg = await lengthCurveSvg(retoldLengthCurve(curveChart(result), t));
  const { columns, rows } = curveTable(result);
  if (plot !== undefined) writeFileWhole(plot, svg);
  if (out === undefined) return [];
  const files = [
    ['result.json', `${JSON.stringify(result, null, 2)}\n`],
    [DIGEST, lengthDigest(result)],
    ['curve.csv', toCsv(columns, rows)],
    ['curve.svg', svg],
    ['report.html', await documentPage(lengthDocument(result, reading), t)],
  ].map(([name, text]) => [join(out, name), text]);
  for (const [path, text] of files) writeFileWhole(path, text);
  return files.map(([path]) => path);
}

/** The curve: a row per length. */
function curveTable({ curve }: LengthResult): {
  columns: string[];
  rows: (string | number | null)[][];
} {
  const measures = Object.keys(curve[0].measures) as MeasureName[];
  return {
    columns: [
      ...['length', 'replications'],
      ...measures.flatMap((name) => [name, `se_${name}`]),
      'verdict',
    ],
    rows: curve.map(({ length, replications, measures: of, verdict }) => [
      ...[length, replications],
      ...measures.flatMap((name) => [of[name]!.value, of[name]!.se]),
      verdict,
    ]),
  };
}

/** The result, for the service to show. */
function lengthDigest(result: LengthResult): string {
  const { title, panels } = curveChart(result);
  return digestText({
    kind: 'test-length',
    title,
    cells: result.curve.length,
    replications: result.replications,
    answer: [answerText(result)],
    ...curveTable(result),
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
