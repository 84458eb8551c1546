import { lineChartSvg, rangeChartSvg } from 'thetarank';
import { PUBLISHED_SCORES, PUBLISHED_SIZE } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { figureChart } from './figure-chart.ts';
import { FIGURE_LENGTH, PARTS } from './methods.ts';
import { paperPage } from './page.ts';
import { paperBlock } from './paper-block.ts';
import { lengthChart } from './paper-chart.ts';
import { paperReport, paperTimes } from './paper-report.ts';

const LENGTHS = [20, 50, 100, FIGURE_LENGTH, 500, 1000, 2000];
const MODELS = PUBLISHED_SCORES.map(({ model }) => model);

export const paper = study({
  question:
    'Does the published method give the published scores (Figure 11 of CliMedBench)? On simulated banks of its shape, one for each seed. 200 seeds take hours; the first ones (--recorded) also calibrate on recorded answers, which takes ten times as long.',
  page: 'paper.md',
  settings: { seeds: 200, recorded: 20, items: PUBLISHED_SIZE },
  tables: (given) => ({
    blocks: table(
      PARTS.map((part) => ({ part, items: given.items })),
      ({ part }) => (part === 'published' ? given.seeds : Math.min(given.recorded, given.seeds)),
      ({ part }, seed) => paperBlock(studyOf(given.items), { seed, part }, threadSeconds),
    ),
  }),
  async write({ blocks }, { items }, code) {
    const of = (part: (typeof PARTS)[number]) =>
      blocks.find(({ cell }) => cell.part === part)?.results ?? [];
    const all = { published: of('published'), recorded: of('recorded') };
    const report = paperReport(studyOf(items), MODELS, all);
    return {
      text: paperPage(report, paperTimes(MODELS.length, all), code),
      files: {
        'paper-figure-11.svg': await rangeChartSvg(figureChart(report)),
        'paper-by-length.svg': await lineChartSvg(lengthChart(report)),
      },
    };
  },
});

const studyOf = (items: number) => ({
  items,
  lengths: LENGTHS.filter((length) => length <= items),
});

/** Processor time of this thread. */
function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}
