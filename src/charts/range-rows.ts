import { CHART_LOOK, drawSvg } from './draw-svg.ts';
import { lineLength, wrappedLines } from './wrapped-lines.ts';

/** Points with ranges in rows: each row has one line of its own for every series that has a range. */
export interface RangeChart {
  readonly title: string;
  /** Below the title, in lines as long as the chart is wide; empty for none. */
  readonly caption: string;
  readonly xTitle: string;
  /** From top to bottom. */
  readonly rows: readonly string[];
  /** In the order of the legend, and within each row from top to bottom. */
  readonly series: readonly {
    readonly name: string;
    /** CSS colour. */
    readonly colour: string;
    /** As Vega names it: circle, square, cross … */
    readonly shape: string;
  }[];
  readonly points: readonly RangePoint[];
}

export interface RangePoint {
  readonly row: string;
  readonly series: string;
  readonly x: number;
  /** Ends of the range; null for a point without one, which is drawn on the row's first line. */
  readonly low: number | null;
  readonly high: number | null;
}

const LINE_HEIGHT = 13;
/** Legible on a phone: names of rows stand above them, and entries of the legend below each other. */
const WIDTH = 340;
const FONT_SIZE = 12;
const TITLE_SIZE = 15;

/** Draws a chart as an SVG text. @throws RangeError where it has no point */
export async function rangeChartSvg(chart: RangeChart): Promise<string> {
  const { title, caption, xTitle, rows, series, points } = chart;
  if (points.length === 0) throw new RangeError(`${title}: no point to draw`);
  const ranged = series
    .map(({ name }) => name)
    .filter((name) => points.some((point) => point.series === name && point.low !== null));
  const values = points.map((point) => ({
    ...point,
    line: Math.max(0, ranged.indexOf(point.series) + 1),
  }));
  const style = <T>(field: 'colour' | 'shape') => ({
    field: 'series',
    type: 'nominal' as const,
    sort: null,
    scale: {
      domain: series.map(({ name }) => name),
      range: series.map((one) => one[field]) as T[],
    },
    legend: {
      title: null,
      orient: 'bottom' as const,
      columns: 1,
      labelLimit: 0,
      symbolOpacity: 1,
    },
  });
  const color = style<string>('colour');
  const shape = style<string>('shape');
  const y = {
    field: 'line',
    type: 'ordinal' as const,
    title: null,
    axis: null,
    scale: { domain: Array.from({ length: ranged.length + 1 }, (_, k) => k) },
  };
  const x = {
    field: 'x',
    type: 'quantitative' as const,
    title: xTitle,
    scale: { zero: false, nice: true },
  };
  return drawSvg({
    ...CHART_LOOK,
    title: {
      text: wrappedLines(title, lineLength(WIDTH, TITLE_SIZE)),
      ...(caption === '' ? {} : { subtitle: wrappedLines(caption, lineLength(WIDTH, FONT_SIZE)) }),
      anchor: 'start',
      offset: 14,
    },
    data: { values },
    facet: {
      row: {
        field: 'row',
        type: 'nominal',
        sort: [...rows],
        title: null,
        header: {
          labelOrient: 'top',
          labelAngle: 0,
          labelAnchor: 'start',
          labelFontSize: FONT_SIZE + 1,
          labelPadding: -8,
        },
      },
    },
    // A name stands nearer to its own row than to the one above.
    spacing: 18,
    spec: {
      width: WIDTH,
      height: LINE_HEIGHT * (ranged.length + 1),
      layer: [
        {
          transform: [{ filter: 'datum.low !== null' }],
          mark: { type: 'rule', strokeWidth: 2, opacity: 0.55 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
        },
        {
          mark: { type: 'point', filled: true, size: 55, opacity: 1 },
          encoding: { x, y, color, shape },
        },
      ],
    },
    config: {
      ...CHART_LOOK.config,
      title: { ...CHART_LOOK.config.title, fontSize: TITLE_SIZE, subtitleFontSize: FONT_SIZE },
      axis: { ...CHART_LOOK.config.axis, labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE + 1 },
      legend: { ...CHART_LOOK.config.legend, labelFontSize: FONT_SIZE },
      view: { stroke: '#dddddd' },
    },
  });
}
