import {
  count,
  decimal,
  type PageChart,
  percent,
  type StudyPage,
} from '../../../src/cli/command-kit.ts';
import { CALIBRATIONS } from '../simulate/methods.ts';
import type { PaperReport } from '../simulate/paper-report.ts';
import { fewSeeds } from './few-seeds.ts';
import { figureTable, lengthTable, type PaperTable, summaryTable } from './paper-tables.ts';

/** The report of the paper's study. It contains no times, so the same blocks give the same page. */
export function paperPage(
  report: PaperReport,
  charts: { readonly panels: readonly PageChart[]; readonly figure: string },
): StudyPage {
  const { seeds, items, lengths } = report;
  return {
    title: 'The rapid assessment of CliMedBench, simulated',
    lead: leadText(report),
    facts: [
      ['bank', `${count(items)} items in 14 scenarios, drawn anew for each seed (SIMULATED)`],
      ['models', `${report.models.length}, with the published scores in each scenario`],
      ['seeds', `1 to ${count(seeds.published)}`],
      [
        'seeds with recorded answers',
        seeds.recorded === 0
          ? 'none'
          : `1 to ${count(seeds.recorded)}: ${CALIBRATIONS.recorded}; robust tests; true parameters`,
      ],
      ['lengths', lengths.map(count).join(', ')],
    ],
    sections: [
      {
        heading: 'Figure 11: rapid and regular scores',
        paragraphs: [
          'The published scores of six models are one draw, without errors: a comparison, not a target. The paper does not say how its rapid score follows from the ability; here it is the expected score on the whole bank.',
          ...fewSeeds(seeds),
        ],
        charts: [
          {
            svg: charts.figure,
            title: 'Regular and rapid scores.',
            caption:
              'Points of the whole bank; simulated medians, and the range of 95% of the seeds.',
          },
        ],
        table: pageTable(figureTable(report)),
      },
      { heading: 'The six models together', table: pageTable(summaryTable(report)) },
      {
        heading: 'By number of items',
        paragraphs: ['Bands: ±1.96 Monte Carlo standard errors over seeds.'],
        charts: charts.panels,
        table: pageTable(lengthTable(report)),
      },
    ],
    next: 'how the seeds were made, and the conclusions: `docs/simulation.md`',
  };
}

/** The published mean difference, compared with simulated ones of the published method. */
export function leadText({ figure }: PaperReport): string {
  const { summaries, seeds, allBelow } = figure.methods.find(
    ({ calibration, strategy }) => calibration === 'participants' && strategy === 'paper',
  )!;
  const { published, simulated, atMost } = summaries.find(({ name }) => name === 'mean')!;
  const range =
    simulated.se === null
      ? ''
      : `, and from ${decimal(simulated.low, 1)} to ${decimal(simulated.high, 1)} in 95% of ${count(seeds)} seeds`;
  return [
    `The published rapid scores of six models lie ${decimal(-published, 2)} points below the regular ones on average.`,
    `In the simulation, the same method gives scores ${decimal(Math.abs(simulated.mean), 2)} points ${simulated.mean < 0 ? 'below' : 'above'} the regular ones on average${range}.`,
    `${percent(atMost)} of the seeds are as low as published, and ${percent(allBelow)} have all six below.`,
  ].join(' ');
}

/** With more columns than this, standard errors get a separate line. */
const MANY = 11;

/** Ranges get a separate line, because a page is narrower than a terminal. */
function pageTable({ caption, columns, rows }: PaperTable) {
  const ends = columns.length > MANY ? / (?=[(±])/ : / (?=\()/;
  return {
    caption,
    columns,
    rows: rows.map((row) =>
      row.map((cell, k) => (columns[k].numeric ? cell.replace(ends, '\n') : cell)),
    ),
  };
}
