import type { PostHocReport } from '../../../../sim/post-hoc/post-hoc.ts';
import type { PostHocResult } from '../../../../sim/post-hoc/summary.ts';
import { errorBand } from '../../../charts/error-band.ts';
import type { LineChart, Panel } from '../../../charts/line-panels.ts';
import { STYLES } from '../../../charts/line-styles.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import { count } from '../../../numbers.ts';
import { splitText } from './report.ts';

/** For a strategy that has no style of its own yet. */
const PLAIN = { colour: '#5E3C99', dash: [4, 4], shape: 'triangle-left' } as const;

/** A study's error, τ, coverage and width against the number of items: one panel each, one line per strategy. */
export function postHocChart(report: PostHocReport, t: Words = ENGLISH): LineChart {
  const { bank, examinees, items, seeds, simulated } = report;
  const size = { bank, models: count(examinees), items: count(items) };
  const strategies = [...new Set(report.results.map(({ strategy }) => strategy))];
  return {
    title: simulated
      ? t('{bank}: {models} models, {items} items (SIMULATED answers)', size)
      : t('{bank}: {models} models, {items} items', size),
    caption: [
      t('{split}; {n, plural, one {# repetition} other {# repetitions}}.', {
        split: splitText(report, t),
        n: seeds,
      }),
      t('Bands: ±1.96 standard errors over families and repetitions; for coverage'),
      t('a 95% bootstrap over families. Widths: of intervals that were'),
      t('widened, if necessary, until about 90% contain the score.'),
    ],
    xTitle: t('items asked'),
    styles: strategies.map(
      (name) => STYLES.find((style) => style.name === name) ?? { name, ...PLAIN },
    ),
    panels: panelsOf(report, t),
  };
}

function panelsOf({ results }: PostHocReport, t: Words): Panel[] {
  const points = (
    figure: (of: PostHocResult) => { y: number | null; low: number | null; high: number | null },
  ) => results.map((of) => ({ line: of.strategy, x: of.length, ...figure(of) }));
  return [
    {
      title: t('Mean absolute error, points'),
      format: '.1~f',
      fromZero: true,
      points: points(({ mae, seMae }) => errorBand({ value: mae, se: seMae }, { least: 0 })),
    },
    {
      title: t('Kendall τ-b'),
      format: '.2f',
      fromZero: false,
      points: points(({ kendall, seKendall }) =>
        errorBand({ value: kendall, se: seKendall }, { least: -1, most: 1 }),
      ),
    },
    {
      title: t('Coverage of own 90% intervals'),
      format: '.0%',
      fromZero: false,
      reference: 0.9,
      points: points((of) => ({
        y: of.ownCoverage90,
        low: of.ownCoverage90Low,
        high: of.ownCoverage90High,
      })),
    },
    {
      title: t('Width of 90% intervals, points'),
      format: '.0f',
      fromZero: true,
      points: points(({ width90, seWidth90 }) =>
        errorBand({ value: width90, se: seWidth90 }, { least: 0 }),
      ),
    },
  ];
}
