import { errorBand, lineChartSvg, type Panel, type PostHocReport } from 'thetarank';
import { STYLES } from '../../charts.ts';
import { count, percentOf, plural } from '../../text.ts';
import type { StudyResult } from './ranking.ts';
import { COMPARED, type Study } from './studies.ts';
import { splitTitle } from './study-section.ts';

/** Where a study's plot is, from the folder of the page. */
export function plotFile({ name }: Study): string {
  return `${name}.svg`;
}

/** Error, τ, coverage and width against the number of items: one panel each, one line per strategy. */
export function plotOf({ report, study }: StudyResult): Promise<string> {
  const { bank, examinees, items, seeds, simulated } = report;
  const strategies = new Set(report.results.map(({ strategy }) => strategy));
  return lineChartSvg({
    title: `${bank}: ${count(examinees)} models, ${count(items)} items${simulated ? ' (SIMULATED answers)' : ''}`,
    caption: [
      `${splitTitle(study)}; ${plural(seeds, 'repetition')}.`,
      'Bands: ±1.96 standard errors over families and repetitions; for coverage',
      'a 95% bootstrap over families. Widths: of intervals that were',
      'widened, if necessary, until about 90% contain the score.',
      ...(simulated ? [] : ['Data used in development: methods were chosen with it in sight.']),
    ],
    xTitle: 'items asked',
    styles: STYLES.filter(({ name }) => strategies.has(name)),
    panels: panelsOf(report),
  });
}

function panelsOf({ results }: PostHocReport): Panel[] {
  type Result = (typeof results)[number];
  const points = (of: (result: Result) => Omit<Panel['points'][number], 'line' | 'x'>) =>
    results.map((own) => ({ line: own.strategy, x: own.length, ...of(own) }));
  return [
    {
      ...{ title: 'Mean absolute error, points', format: '.1~f', fromZero: true },
      points: points(({ mae, seMae }) => errorBand({ value: mae, se: seMae }, { least: 0 })),
    },
    {
      ...{ title: 'Kendall τ-b', format: '.2f', fromZero: false },
      points: points(({ kendall, seKendall }) =>
        errorBand({ value: kendall, se: seKendall }, { least: -1, most: 1 }),
      ),
    },
    {
      ...{ title: 'Coverage of own 90% intervals', format: '.0%', fromZero: false, reference: 0.9 },
      points: points((of) => ({
        ...{ y: of.ownCoverage90, low: of.ownCoverage90Low, high: of.ownCoverage90High },
      })),
    },
    {
      ...{ title: 'Width of 90% intervals, points', format: '.0f', fromZero: true },
      points: points(({ width90, seWidth90 }) =>
        errorBand({ value: width90, se: seWidth90 }, { least: 0 }),
      ),
    },
  ];
}

/** The alternative text of a plot: the two compared strategies, at the least and greatest length. */
export function altText({ report, study }: StudyResult): string {
  const ends = [Math.min, Math.max].map((end) => end(...report.results.map((r) => r.length)));
  const parts = COMPARED.flatMap((strategy) => {
    const [short, long] = ends.map((length) =>
      report.results.find((r) => r.strategy === strategy && r.length === length),
    );
    if (short === undefined || long === undefined) return [];
    return [
      `${strategy} errs by ${short.mae.toFixed(1)} points with ${short.length} items and ${long.mae.toFixed(1)} with ${long.length}, and ${percentOf(short.ownCoverage90)} and ${percentOf(long.ownCoverage90)} of its own intervals hold`,
    ];
  });
  return `Four panels for ${study.name}: error, Kendall τ, share of own 90% intervals that hold, and width of intervals, each against the number of items, one line a strategy. ${parts.join('; ')}.`;
}
