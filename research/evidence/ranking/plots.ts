import { lineChartSvg } from 'thetarank';
import { postHocChart } from '../../../src/cli/command-kit.ts';
import { percentOf } from '../markdown.ts';
import type { StudyResult } from './run-studies.ts';
import { COMPARED, type Study } from './studies.ts';

/** Where a study's plot is, from the folder of the page. */
export function plotFile({ name }: Study): string {
  return `${name}.svg`;
}

export function plotOf({ report }: StudyResult): Promise<string> {
  const chart = postHocChart(report);
  const used = 'Data used in development: methods were chosen with it in sight.';
  return lineChartSvg({
    ...chart,
    caption: [...chart.caption, ...(report.simulated ? [] : [used])],
  });
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
