import type { TopLevelSpec } from 'vega-lite';
import type { Field } from 'vega-lite/types_unstable/channeldef.js';
import type { LayerSpec, UnitSpec } from 'vega-lite/types_unstable/spec/index.js';
import { CHART_LOOK, drawSvg, INK } from './draw-svg.ts';
import { lineLength, wrappedLines } from './wrapped-lines.ts';

/** A chart of several panels side by side, each with the same lines. */
export interface LineChart {
  readonly title: string;
  /** Below the title, one entry per line. */
  readonly caption: readonly string[];
  /** Of the x axis. */
  readonly xTitle: string;
  /** `log` (default): logarithmic, with its ticks at the points, which lie above 0. */
  readonly xScale?: 'log' | 'linear';
  /** How each line is drawn, in the order of the legend. */
  readonly styles: readonly LineStyle[];
  readonly panels: readonly Panel[];
  /** How it is set; what is left out is as in `LAYOUT`. */
  readonly layout?: Partial<ChartLayout>;
}

export interface ChartLayout {
  /** Of a panel, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Panels side by side. */
  readonly columns: number;
  /** Entries of the legend side by side; null for as many as names of their length leave room for. */
  readonly legendColumns: number | null;
  /** Of the axes, in pixels; titles are a little larger. */
  readonly fontSize: number;
  /** Whether long titles and legend names wrap instead of making the chart wider. */
  readonly wraps: boolean;
}

export interface LineStyle {
  /** Names the line in panels and legend. */
  readonly name: string;
  /** CSS colour. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; empty for a line without gaps. */
  readonly dash: readonly number[];
  /** Of its points, as Vega names or draws it: circle, square, triangle-up, an SVG path … */
  readonly shape: string;
}

export interface Panel {
  readonly title: string;
  /** How values are written at the axis, as d3-format says it: `.0f`, `.0%` … */
  readonly format: string;
  /** Whether the axis begins at 0. */
  readonly fromZero: boolean;
  /** Where a horizontal line is drawn, a value that is aimed at. */
  readonly reference?: number;
  readonly points: readonly PanelPoint[];
}

export interface PanelPoint {
  /** The name of its style. */
  readonly line: string;
  readonly x: number;
  /** Null if it is not defined: the point is left out. */
  readonly y: number | null;
  /** Ends of the band; null for none. */
  readonly low: number | null;
  readonly high: number | null;
}

/** With names longer than this the legend has two columns. */
const LONG_NAME = 22;
const LAYOUT: ChartLayout = {
  width: 300,
  height: 210,
  columns: 2,
  legendColumns: null,
  fontSize: 10,
  wraps: false,
};
/** One panel that is legible on a phone, and two of which stand side by side on a screen. */
export const PAGE_LAYOUT: ChartLayout = {
  width: 330,
  height: 220,
  columns: 1,
  legendColumns: 1,
  fontSize: 12,
  wraps: true,
};
/** By how many pixels the chart's title is larger than the axes. */
const TITLE = 5;
/** Ends a line of a text. */
const BREAK = '\n';

/**
 * Draws a chart as an SVG text, as drawSvg does. The same chart gives the same bytes.
 *
 * @throws RangeError where no panel has a point
 */
export async function lineChartSvg(chart: LineChart): Promise<string> {
  if (chart.panels.every(({ points }) => points.every(({ y }) => y === null)))
    throw new RangeError(`${chart.title}: no point to draw`);
  return drawSvg(specOf(chart));
}

function specOf(chart: LineChart): TopLevelSpec {
  const { title, caption, xTitle, xScale, styles, panels } = chart;
  const layout = { ...LAYOUT, ...chart.layout };
  const { fontSize } = layout;
  const xs = [...new Set(panels.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (a, b) => a - b,
  );
  const used = styles.filter(({ name }) =>
    panels.some(({ points }) => points.some(({ line }) => line === name)),
  );
  const shown = (name: string) =>
    layout.wraps ? wrappedLines(name, lineLength(layout.width, fontSize) - 4).join(BREAK) : name;
  return {
    ...CHART_LOOK,
    title: {
      text: layout.wraps ? wrappedLines(title, lineLength(layout.width, fontSize + TITLE)) : title,
      ...(caption.length === 0 ? {} : { subtitle: [...caption] }),
      anchor: 'start',
      offset: 14,
    },
    columns: layout.columns,
    // By the frames alone: the widths of titles are only guessed.
    bounds: 'flush',
    spacing: { column: 64, row: 78 },
    concat: panels.map((panel) =>
      panelSpec(panel, xAxis(xs, xTitle, xScale ?? 'log'), used, layout, shown),
    ),
    resolve: { scale: { color: 'shared', strokeDash: 'shared', shape: 'shared' } },
    config: {
      ...CHART_LOOK.config,
      lineBreak: BREAK,
      title: {
        ...CHART_LOOK.config.title,
        fontSize: fontSize + TITLE,
        subtitleFontSize: fontSize + 1,
      },
      axis: { ...CHART_LOOK.config.axis, labelFontSize: fontSize, titleFontSize: fontSize + 1 },
      legend: { ...CHART_LOOK.config.legend, labelFontSize: fontSize },
    },
  };
}

/** The x axis, with room at both ends, so that points do not sit on the frame. */
function xAxis(xs: readonly number[], title: string, type: 'log' | 'linear') {
  const [first, last] = [xs[0], xs[xs.length - 1]];
  const room = 0.03 * (last - first || 1);
  const isLog = type === 'log';
  return {
    field: 'x',
    type: 'quantitative' as const,
    title,
    scale: {
      type,
      domain: isLog ? [first / 1.15, last * 1.15] : [first - room, last + room],
      nice: false,
      ...(isLog ? {} : { zero: false }),
    },
    axis: isLog ? { values: [...xs], format: ',', grid: false } : { grid: false },
  };
}

function panelSpec(
  { title, format, fromZero, reference, points }: Panel,
  x: ReturnType<typeof xAxis>,
  styles: readonly LineStyle[],
  { width, height, legendColumns, fontSize }: ChartLayout,
  shown: (name: string) => string,
): LayerSpec<Field> {
  const known = points.filter(({ y }) => y !== null);
  const y = {
    field: 'y',
    type: 'quantitative' as const,
    title: null,
    scale: { zero: fromZero, nice: true },
    axis: { format, tickCount: 6 },
  };
  // Colour and shape share a legend, because they have the same domain.
  const byLine = <T>(style: (of: LineStyle) => T) => ({
    field: 'line',
    type: 'nominal' as const,
    sort: null,
    scale: { domain: styles.map(({ name }) => shown(name)), range: styles.map(style) },
    legend: {
      title: null,
      orient: 'bottom' as const,
      columns: legendColumns ?? (styles.some(({ name }) => name.length > LONG_NAME) ? 2 : 4),
      // Names in full, whatever that takes.
      labelLimit: 0,
      symbolSize: 90,
      symbolOpacity: 1,
    },
  });
  const color = byLine(({ colour }) => colour);
  const shape = byLine((style) => style.shape);
  // An empty list would be taken for no entry. In the legend dashes would take the place of the shapes.
  // A field of its own keeps them out.
  const strokeDash = {
    ...byLine(({ dash }) => (dash.length === 0 ? [1, 0] : [...dash])),
    field: 'dash',
    legend: null,
  };
  const aim: UnitSpec<Field> = {
    data: { values: [{ y: reference ?? null }] },
    mark: { type: 'rule', color: INK, strokeDash: [2, 3] },
    encoding: { y },
  };
  const layer: UnitSpec<Field>[] = [
    {
      transform: [{ filter: 'datum.low !== null && datum.high !== null' }],
      mark: { type: 'area', opacity: 0.09 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
    },
    { mark: { type: 'line', strokeWidth: 1.6 }, encoding: { x, y, color, strokeDash } },
    {
      mark: { type: 'point', filled: true, size: 42, opacity: 1 },
      encoding: { x, y, color, shape },
    },
  ];
  return {
    title: {
      text: title,
      fontSize: fontSize + 2,
      fontWeight: 'normal',
      anchor: 'start',
      frame: 'group',
    },
    width,
    height,
    data: {
      values: known.map((point) => ({
        ...point,
        line: shown(point.line),
        dash: shown(point.line),
      })),
    },
    layer: reference === undefined ? layer : [aim, ...layer],
  };
}
