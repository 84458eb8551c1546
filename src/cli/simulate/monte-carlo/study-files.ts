import { join } from 'node:path';
import type { MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { type LineChart, lineChartSvg } from '../../../charts/line-panels.ts';
import { toCsv, writeFileWhole } from '../../../files/write/write.ts';
import type { Words } from '../../../languages/words.ts';
import { retoldLineChart } from '../../../report/retold-document.ts';
import { DIGEST as DIGEST_FILE } from '../../../workflow/studies/kept/shown-files.ts';
import {
  digestText,
  plotsOf,
  type StudyDigest,
} from '../../../workflow/studies/kept/study-digest.ts';
import { studyAnswer } from './study-answer.ts';
import { studyCharts } from './study-chart.ts';
import { studyReport, studyTitle } from './study-report.ts';
import { byAbilityTable, resultsTable, type StudyTable } from './study-tables.ts';

/** Of what a table in Parquet says of itself. */
const FORMAT = { program: 'thetarank', study: 'monte-carlo', version: '1' };

/**
 * Writes the results of a study into its folder; the report last, which names the others.
 * @param json the report as it is printed
 * @param t the words of the report and of the charts
 * @returns the names of the files
 * @throws FILE_UNWRITABLE
 */
export async function writeStudyFiles(
  out: string,
  report: MonteCarloReport,
  json: string,
  t: Words,
): Promise<string[]> {
  const charts = studyCharts(report);
  const texts: [string, string][] = [
    ['results.json', json],
    [DIGEST_FILE, digestText(digestOf(report, charts))],
  ];
  const tables: [string, StudyTable][] = [
    ['results', resultsTable(report)],
    ['by-ability', byAbilityTable(report)],
  ];
  for (const [name, { columns, rows }] of tables)
    texts.push([
      `${name}.csv`,
      toCsv(
        columns.map((column) => column.name),
        rows,
      ),
    ]);
  for (const [k, chart] of charts.entries())
    texts.push([
      charts.length === 1 ? 'by-ability.svg' : `by-ability-${k + 1}.svg`,
      await lineChartSvg(retoldLineChart(chart, t)),
    ]);
  for (const [name, text] of texts) writeFileWhole(join(out, name), text);
  for (const [name, table] of tables)
    await writeParquetTable(join(out, `${name}.parquet`), table, String(report.seed));
  const names = [...texts.map(([name]) => name), ...tables.map(([name]) => `${name}.parquet`)];
  writeFileWhole(join(out, 'report.html'), await studyReport(report, names, t));
  return [...names, 'report.html'];
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
