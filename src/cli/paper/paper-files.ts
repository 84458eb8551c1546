import type { PaperBlocks } from '../../../sim/paper/paper-block.ts';
import type { PaperReport, PaperTime } from '../../../sim/paper/paper-report.ts';
import { lineChartSvg } from '../../charts/line-panels.ts';
import { rangeChartSvg } from '../../charts/range-rows.ts';
import { studyPage } from '../study-page/study-page.ts';
import { figureChart } from './figure-chart.ts';
import { lengthChart } from './paper-chart.ts';
import { figureCsv, resultsCsv, secondsCsv, testsCsv } from './paper-csv.ts';
import { paperPage } from './paper-page.ts';

/** What is written of a study; all but seconds.csv is the same for any machine and number of workers. */
export async function paperFiles(
  report: PaperReport,
  times: readonly PaperTime[],
  blocks: PaperBlocks,
): Promise<{ readonly name: string; readonly text: string }[]> {
  const byLength = await lineChartSvg(lengthChart(report));
  const figure = await rangeChartSvg(figureChart(report));
  return [
    { name: 'report.html', text: studyPage(paperPage(report, { byLength, figure })) },
    { name: 'results.json', text: `${JSON.stringify(report, null, 2)}\n` },
    { name: 'results.csv', text: resultsCsv(report) },
    { name: 'figure-11.csv', text: figureCsv(report) },
    { name: 'tests.csv', text: testsCsv(report, blocks) },
    { name: 'by-length.svg', text: byLength },
    { name: 'figure-11.svg', text: figure },
    { name: 'seconds.csv', text: secondsCsv(times) },
  ];
}
