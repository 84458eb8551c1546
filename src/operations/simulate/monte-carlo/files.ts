import { join } from 'node:path';
import type { MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { type LineChart, lineChartSvg } from '../../../charts/line-panels.ts';
import { toCsv, writeFileWhole } from '../../../files/write/write.ts';
import { documentPage } from '../../../report/page.ts';
import { retoldLineChart } from '../../../report/retold-document.ts';
import { DIGEST, REPORT } from '../../../workflow/studies/kept/shown-files.ts';
import {
  digestText,
  plotsOf,
  type StudyDigest,
} from '../../../workflow/studies/kept/study-digest.ts';
import { ROWS_FILE } from '../../../workflow/studies/monte-carlo/rows-folder.ts';
import type { Reading } from '../../operation.ts';
import type { MonteCarloOptions } from './options.ts';
import { studyDocument, studyTitle } from './report.ts';
import type { MonteCarloResult } from './run-monte-carlo.ts';
import { studyAnswer } from './study-answer.ts';
import { studyCharts } from './study-chart.ts';
import { byAbilityTable, resultsTable, type StudyTable } from './study-tables.ts';

/** Of what a table in Parquet says of itself. */
const FORMAT = { program: 'thetarank', study: 'monte-carlo', version: '1' };

/** Writes the results of a study into its folder; the page last, which names the others. @throws FILE_UNWRITABLE */
export async function writeStudyFiles(
  { report }: MonteCarloResult,
  { options: { out, rows }, t }: Reading<MonteCarloOptions>,
): Promise<string[]> {
  if (out === undefined || report === null) return [];
  const charts = studyCharts(report);
  const tables: [string, StudyTable][] = [
    ['results', resultsTable(report)],
    ['by-ability', byAbilityTable(report)],
  ];
  const texts: [string, string][] = [
    ['results.json', `${JSON.stringify(report, null, 2)}\n`],
    [DIGEST, digestText(digestOf(report, charts))],
    ...tables.map(([name, table]): [string, string] => [
      `${name}.csv`,
      toCsv(
        table.columns.map((column) => column.name),
        table.rows,
      ),
    ]),
  ];
  for (const [k, chart] of charts.entries())
    texts.push([
      charts.length === 1 ? 'by-ability.svg' : `by-ability-${k + 1}.svg`,
      await lineChartSvg(retoldLineChart(chart, t)),
    ]);
  for (const [name, text] of texts) writeFileWhole(join(out, name), text);
  for (const [name, table] of tables)
    await writeParquetTable(join(out, `${name}.parquet`), table, String(report.seed));
  const names = [...texts.map(([name]) => name), ...tables.map(([name]) => `${name}.parquet`)];
  const page = studyDocument(report, { reader: 'others', t }, names);
  writeFileWhole(join(out, REPORT), await documentPage(page, t));
  return [...(rows ? [ROWS_FILE] : []), ...names, REPORT].map((name) => join(out, name));
}

function digestOf(report: MonteCarloReport, charts: readonly LineChart[]): StudyDigest {
  const { cells, replications } = report;
  const { columns, rows } = resultsTable(report);
  return {
    kind: 'monte-carlo',
    title: studyTitle(report),
    cells: cells.length,
    replications,
    answer: [studyAnswer(report).lead],
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => [...row]),
    plots: charts.flatMap((chart, k) =>
      plotsOf(chart).map((plot) => ({
        ...plot,
        title: charts.length === 1 ? plot.title : `${plot.title}, part ${k + 1}`,
      })),
    ),
  };
}

async function writeParquetTable(
  path: string,
  { columns, rows }: StudyTable,
  seed: string,
): Promise<void> {
  const { parquetWriter } = await import('../../../files/parquet/write-parquet.ts');
  const writer = parquetWriter(path, columns, { metadata: { ...FORMAT, seed } });
  writer.add(Object.fromEntries(columns.map(({ name }, k) => [name, rows.map((row) => row[k])])));
  writer.close();
}
