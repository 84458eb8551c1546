import uPlot from 'uplot';
import type { Colours } from './colours.ts';
import { type Axis, dashesOf, lookOf, type Mark, type Series } from './plot-types.ts';

export interface PlotSettings {
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly bands: readonly { series: number; low: number; high: number }[];
  readonly marks: readonly Mark[];
  readonly colours: Colours;
  /** Told which value of x is pointed at; null for none. */
  readonly onPoint: (index: number | null) => void;
}

/** Steps between ticks of counts. */
const WHOLE_STEPS: readonly number[] = [0, 1, 2, 3, 4, 5].flatMap((power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
);

const FONT = '12px system-ui, sans-serif';

/** Options of uPlot: lines with dashes of their own, bands, points of a given size, and marks on the x axis. */
export function plotOptions(settings: PlotSettings): uPlot.Options {
  const { width, height, series, bands, colours } = settings;
  const edge = { show: true, stroke: 'transparent', points: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 }, y: false },
    scales: {
      x: {
        time: false,
        ...(settings.x.range === undefined ? {} : { range: atLeast(settings.x.range) }),
      },
      y: { range: settings.y.range === undefined ? padded : atLeast(settings.y.range) },
    },
    axes: [
      { ...axisOf(settings.x, colours, 44), size: 26 },
      { ...axisOf(settings.y, colours, 34), size: 52 },
    ],
    series: [
      {},
      ...series.map((one, k) => seriesOptions(one, k, colours)),
      ...bands.flatMap(() => [edge, edge]),
    ],
    bands: bands.map(({ series: k, low, high }) => ({
      series: [high, low],
      fill: translucent(colours.series[lookOf(series[k], k)]),
    })),
    hooks: {
      draw: [(plot) => drawPoints(plot, settings), (plot) => drawMarks(plot, settings)],
      setCursor: [(plot) => settings.onPoint(plot.cursor.idx ?? null)],
    },
  };
}

function axisOf({ label, format, whole }: Axis, colours: Colours, space: number): uPlot.Axis {
  return {
    label,
    space,
    ...(whole === true ? { incrs: [...WHOLE_STEPS] } : {}),
    labelSize: 20,
    labelFont: FONT,
    font: FONT,
    stroke: colours.faint,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 4 },
    values: (_plot, values) => values.map(format),
  };
}

function seriesOptions(one: Series, place: number, colours: Colours): uPlot.Series {
  const line = one.kind !== 'points';
  return {
    stroke: colours.series[lookOf(one, place)],
    width: 2,
    dash: [...dashesOf(one, place)],
    spanGaps: true,
    points: { show: false },
    ...(line ? {} : { paths: () => null }),
  };
}

/** The range of the data, but no less than what was asked for. */
function atLeast(range: readonly [number, number]): uPlot.Scale.Range {
  return (_plot, low, high) => [
    Math.min(range[0], low ?? range[0]),
    Math.max(range[1], high ?? range[1]),
  ];
}

/** A little room above and below, also where all values are equal or there is none. */
function padded(_plot: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const room = high > low ? 0.06 * (high - low) : Math.max(0.1, 0.1 * Math.abs(high));
  return [low - room, high + room];
}

function drawPoints(plot: uPlot, { series, colours }: PlotSettings): void {
  const { ctx } = plot;
  ctx.save();
  for (const [k, one] of series.entries()) {
    if (one.kind !== 'points') continue;
    ctx.strokeStyle = colours.series[lookOf(one, k)];
    ctx.fillStyle = translucent(ctx.strokeStyle as string);
    ctx.lineWidth = 1.5 * uPlot.pxRatio;
    for (const [n, value] of one.values.entries()) {
      if (value === null) continue;
      ctx.beginPath();
      const x = plot.valToPos(plot.data[0][n], 'x', true);
      const radius = (one.sizes?.[n] ?? 3) * uPlot.pxRatio;
      ctx.arc(x, plot.valToPos(value, 'y', true), radius, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
      const [low, high] = [one.low?.[n] ?? null, one.high?.[n] ?? null];
      if (low === null || high === null) continue;
      ctx.beginPath();
      ctx.moveTo(x, plot.valToPos(low, 'y', true));
      ctx.lineTo(x, plot.valToPos(high, 'y', true));
      ctx.stroke();
    }
  }
  ctx.restore();
}

function drawMarks(plot: uPlot, { marks, colours }: PlotSettings): void {
  if (marks.length === 0) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colours.faint;
  ctx.lineWidth = 1 * uPlot.pxRatio;
  for (const { x } of marks) {
    const at = plot.valToPos(x, 'x', true);
    if (at < bbox.left || at > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(at, bbox.top + bbox.height);
    ctx.lineTo(at, bbox.top + bbox.height - 14 * uPlot.pxRatio);
    ctx.stroke();
  }
  ctx.restore();
}

/** A colour of six hexadecimal digits, mostly see-through. */
function translucent(colour: string): string {
  return `${colour}33`;
}
