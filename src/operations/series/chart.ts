import { type LineStyle, lineChartSvg, PAGE_LAYOUT } from '../../charts/line-panels.ts';
import type { ReportText, Words } from '../../languages/words.ts';
import type { SeriesResult } from '../../workflow/series/series-result.ts';

const LINES = {
  score: { name: /*T*/ 'score, 90% interval', colour: '#0072B2', dash: [], shape: 'circle' },
  marked: {
    name: /*T*/ 'significant change',
    colour: '#D55E00',
    dash: [1, 10_000],
    shape: 'diamond',
  },
  forecast: { name: /*T*/ 'forecast', colour: '#6b6b6b', dash: [4, 3], shape: 'triangle-up' },
} as const satisfies Record<string, { name: ReportText } & Omit<LineStyle, 'name'>>;

/** Scores against steps, with the forecast. */
export function chartOf({ checkpoints, forecast }: SeriesResult, t: Words): Promise<string> {
  const last = checkpoints[checkpoints.length - 1];
  const gap = checkpoints.length > 1 ? last.step - checkpoints[checkpoints.length - 2].step : 1;
  const points = [
    ...checkpoints.map(({ step, score, low, high }) => ({
      line: t(LINES.score.name),
      ...{ x: step, y: score, low, high },
    })),
    ...checkpoints
      .filter(({ change, best }) => change?.significant || best?.significant)
      .map(({ step, score }) => ({
        line: t(LINES.marked.name),
        ...{ x: step, y: score, low: null, high: null },
      })),
    ...(forecast === null
      ? []
      : [
          {
            line: t(LINES.forecast.name),
            x: last.step,
            y: last.score,
            low: last.score,
            high: last.score,
          },
          {
            line: t(LINES.forecast.name),
            x: last.step + gap,
            y: forecast.score,
            low: forecast.low,
            high: forecast.high,
          },
        ]),
  ];
  return lineChartSvg({
    title: t('Score against step'),
    caption: [],
    xTitle: t('step'),
    xScale: 'linear',
    styles: Object.values(LINES).map((own) => ({ ...own, name: t(own.name) })),
    panels: [{ title: t('points'), format: '.0f', fromZero: false, points }],
    layout: PAGE_LAYOUT,
  });
}
