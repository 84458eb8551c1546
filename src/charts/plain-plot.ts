import { escapeHtml } from '../html/html.ts';
import { decimal } from '../numbers.ts';
import { FAINT_INK, INK } from './draw-svg.ts';
import { ticksOf } from './scale.ts';
import { widthOf } from './wrapped-lines.ts';

/**
 * A small chart with lines, points, bars and vertical rules. It is written straight, because a page can have a thousand of them:
 * Vega takes 20 ms and 10 kB for each.
 */
export interface PlainPlot {
  readonly x: PlainAxis;
  readonly y: PlainAxis;
  readonly bars?: readonly PlainBar[];
  readonly lines?: readonly PlainLine[];
  readonly points?: readonly PlainPoint[];
  /** Entries of the legend. */
  readonly legend?: readonly LegendEntry[];
}

export interface PlainAxis {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  /** Decimals of its ticks. */
  readonly places: number;
  /** Ticks without signs: a scale that goes both ways. */
  readonly isUnsigned?: boolean;
}

export interface PlainBar {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly colour: string;
}

export interface PlainLine {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly colour: string;
  readonly width?: number;
  /** Lengths of strokes and gaps; none for a line without gaps. */
  readonly dash?: string;
}

export interface PlainPoint {
  readonly x: number;
  readonly y: number;
  /** Ends of its interval. */
  readonly low?: number;
  readonly high?: number;
  readonly colour: string;
  readonly radius?: number;
}

export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly mark: 'line' | 'point' | 'bar';
  readonly dash?: string;
}

const WIDTH = 340;
const LEFT = 48;
const RIGHT = 10;
const TOP = 10;
const PLOT_HEIGHT = 170;
/** Between the frame and the legend: ticks and the title of the axis. */
const AXIS = 42;
const FONT_SIZE = 11;
const LEGEND_LINE = 17;
const CHARACTER = 0.58 * FONT_SIZE;
const SWATCH = 26;
const GRID = '#dddddd';
/** A frame's end, and rounding, must not cut a tick off. */
const SLACK = 1e-9;

/** Draws a chart as an SVG text, legible on a phone. Texts are escaped. */
export function plainPlotSvg({
  x,
  y,
  bars = [],
  lines = [],
  points = [],
  legend = [],
}: PlainPlot): string {
  const [right, bottom] = [WIDTH - RIGHT, TOP + PLOT_HEIGHT];
  const px = scale(x, LEFT, right);
  const py = scale(y, bottom, TOP);
  const rows = legendRows(legend);
  const height = bottom + AXIS + LEGEND_LINE * rows.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="${FONT_SIZE}">`,
    `<path d="${ticksOf([y.low, y.high])
      .map((tick) => `M${LEFT} ${py(tick)}H${right}`)
      .join('')}" stroke="${GRID}"/>`,
    `<path d="M${LEFT} ${TOP}V${bottom}H${right}${ticksOf([x.low, x.high])
      .map((tick) => `M${px(tick)} ${bottom}v4`)
      .join('')}" stroke="${INK}" fill="none"/>`,
    `<g fill="${INK}"><g text-anchor="end">${ticksOf([y.low, y.high])
      .map((tick) => `<text x="${LEFT - 5}" y="${py(tick, 4)}">${tickText(y, tick)}</text>`)
      .join('')}</g><g text-anchor="middle">${ticksOf([x.low, x.high])
      .map((tick) => `<text x="${px(tick)}" y="${bottom + 16}">${tickText(x, tick)}</text>`)
      .join(
        '',
      )}<text x="${(LEFT + right) / 2}" y="${bottom + 32}">${escapeHtml(x.title)}</text><text transform="translate(11 ${TOP + PLOT_HEIGHT / 2})rotate(-90)">${escapeHtml(y.title)}</text></g></g>`,
    ...bars.map(({ from, to, low, high, colour }) => {
      const [top, base] = [Number(py(high)), Number(py(low))];
      return `<rect x="${px(from)}" y="${Math.min(top, base)}" width="${round(Math.abs(Number(px(to)) - Number(px(from))))}" height="${round(Math.abs(base - top))}" fill="${colour}"/>`;
    }),
    ...lines
      .filter((line) => line.points.length > 0)
      .map(
        ({ points: own, colour, width = 1.8, dash }) =>
          `<path d="M${own.map(([u, v]) => `${px(u)} ${py(v)}`).join('L')}" stroke="${colour}" stroke-width="${width}" fill="none"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`,
      ),
    ...byColour(points).map(([colour, own]) => {
      const intervals = own.filter(({ low, high }) => low !== undefined && high !== undefined);
      return [
        ...(intervals.length === 0
          ? []
          : [
              `<path d="${intervals.map(({ x: u, low, high }) => `M${px(u)} ${py(low!)}V${py(high!)}`).join('')}" stroke="${colour}"/>`,
            ]),
        `<g fill="${colour}">${own.map(({ x: u, y: v, radius = 3 }) => `<circle cx="${px(u)}" cy="${py(v)}" r="${radius}"/>`).join('')}</g>`,
      ].join('');
    }),
    ...rows.flatMap((row, r) =>
      row.map(({ entry, at }) => legendSvg(entry, at, bottom + AXIS + LEGEND_LINE * r + 8)),
    ),
    '</svg>',
  ].join('');
}

/** Points of the same colour together: their colour is written once. */
function byColour(points: readonly PlainPoint[]): [colour: string, own: PlainPoint[]][] {
  const groups = new Map<string, PlainPoint[]>();
  for (const point of points) {
    const own = groups.get(point.colour);
    if (own === undefined) groups.set(point.colour, [point]);
    else own.push(point);
  }
  return [...groups];
}

const round = (value: number) => Number(value.toFixed(1));

/** Positions on an axis, held within its frame; `shift` moves them by pixels. */
function scale({ low, high }: PlainAxis, from: number, to: number) {
  return (value: number, shift = 0): string => {
    const share = Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
    return `${round(from + share * (to - from) + shift)}`;
  };
}

function tickText({ places, isUnsigned = false }: PlainAxis, tick: number): string {
  const value = Math.abs(tick) < SLACK ? 0 : tick;
  return decimal(isUnsigned ? Math.abs(value) : value, places);
}

/** Entries of the legend in rows that are as wide as the chart. */
function legendRows(legend: readonly LegendEntry[]) {
  const rows: { entry: LegendEntry; at: number }[][] = [];
  let at = WIDTH;
  for (const entry of legend) {
    const width = SWATCH + CHARACTER * widthOf(entry.name) + 10;
    if (at + width > WIDTH) {
      rows.push([]);
      at = LEFT;
    }
    rows[rows.length - 1].push({ entry, at });
    at += width;
  }
  return rows;
}

function legendSvg({ name, colour, mark, dash }: LegendEntry, at: number, y: number): string {
  const swatch =
    mark === 'line'
      ? `<path d="M${round(at)} ${y - 4}h18" stroke="${colour}" stroke-width="2"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`
      : mark === 'bar'
        ? `<rect x="${round(at + 3)}" y="${y - 9}" width="12" height="10" fill="${colour}"/>`
        : `<circle cx="${round(at + 9)}" cy="${y - 4}" r="3.5" fill="${colour}"/>`;
  return `${swatch}<text x="${round(at + 23)}" y="${y}" fill="${INK}">${escapeHtml(name)}</text>`;
}

/** Of lines that stand back. */
export const PLOT_COLOURS = {
  curve: '#0072B2',
  observed: INK,
  faint: FAINT_INK,
  mark: '#D55E00',
} as const;
