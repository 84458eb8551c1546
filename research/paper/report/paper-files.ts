import { type LineChart, lineChartSvg, PAGE_LAYOUT, rangeChartSvg } from 'thetarank';
import {
  DIGEST_FILE,
  digestText,
  type PageChart,
  plotsOf,
  studyPage,
} from '../../../src/cli/command-kit.ts';
import type { PaperBlocks } from '../simulate/paper-block.ts';
import type { PaperReport, PaperTime } from '../simulate/paper-report.ts';
import { figureChart } from './figure-chart.ts';
import { lengthChart } from './paper-chart.ts';
import { figureCsv, resultsCsv, secondsCsv, testsCsv } from './paper-csv.ts';
import { leadText, paperPage } from './paper-page.ts';
import { lengthTable } from './paper-tables.ts';

/** The files of a study; all except seconds.csv are the same on any machine and with any number of workers. */
export async function paperFiles(
  report: PaperReport,
  times: readonly PaperTime[],
  blocks: PaperBlocks,
): Promise<{ readonly name: string; readonly text: string }[]> {
  const chart = lengthChart(report);
  const byLength = await lineChartSvg(chart);
  const figure = await rangeChartSvg(figureChart(report));
  const panels = await pageCharts(chart);
  return [
    { name: 'report.html', text: studyPage(paperPage(report, { panels, figure })) },
    { name: 'results.json', text: `${JSON.stringify(report, null, 2)}\n` },
    { name: DIGEST_FILE, text: digestText(digestOf(report, chart)) },
    { name: 'results.csv', text: resultsCsv(report) },
    { name: 'figure-11.csv', text: figureCsv(report) },
    { name: 'tests.csv', text: testsCsv(report, blocks) },
    { name: 'by-length.svg', text: byLength },
    { name: 'figure-11.svg', text: figure },
    { name: 'seconds.csv', text: secondsCsv(times) },
  ];
}

function digestOf(report: PaperReport, chart: LineChart) {
  const { columns, rows } = lengthTable(report);
  return {
    kind: 'paper',
    title: chart.title,
    cells: rows.length,
    replications: report.seeds.published,
    answer: [leadText(report)],
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) => [...row]),
    plots: plotsOf(chart),
  };
}

/** Each panel as a chart of its own, which a phone can show. */
function pageCharts(chart: LineChart): Promise<PageChart[]> {
  return Promise.all(
    chart.panels.map(async (panel) => {
      const { title } = panel;
      const own = { ...chart, title, caption: [], panels: [{ ...panel, title: '' }] };
      return { title, svg: await lineChartSvg({ ...own, layout: PAGE_LAYOUT }) };
    }),
  );
}
