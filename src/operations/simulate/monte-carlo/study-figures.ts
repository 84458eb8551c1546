import type { Figure } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { errorBand } from '../../../charts/error-band.ts';
import { type LineChart, lineChartSvg, PAGE_LAYOUT } from '../../../charts/line-panels.ts';
import { STYLES } from '../../../charts/line-styles.ts';
import type { Words } from '../../../languages/words.ts';
import type { Chart } from '../../../report/document.ts';
import { retoldLineChart } from '../../../report/retold-document.ts';

/** More lines than this in one chart cannot be distinguished. */
export const MOST_LINES = STYLES.length;

/** A line of a chart. */
export interface FigureLine {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: Figure }[];
}

export interface FigureOptions {
  readonly title: string;
  readonly caption?: string;
  /** Of the axes, with their units. */
  readonly xTitle: string;
  readonly yTitle: string;
  /** How values are written at the axis, as d3-format says it. */
  readonly format: string;
  readonly lines: readonly FigureLine[];
  /** How many standard errors a band reaches to both sides. */
  readonly reach: number;
  readonly fromZero?: boolean;
  /** Where a horizontal line is drawn. */
  readonly reference?: number;
  /** Ends of what the measure can be: bands do not go beyond. */
  readonly least?: number;
  readonly most?: number;
  /** The words of the language that its texts are drawn in. */
  readonly t: Words;
}

/** A chart of lines with bands around its figures; none where no line has a point. */
export function lineFigure(options: FigureOptions): Chart[] {
  const { title, caption, xTitle, yTitle, format, lines, reference } = options;
  const points = lines.flatMap(({ name, points: own }) =>
    own.map(({ x, y }) => ({ line: name, x, ...errorBand(y, options) })),
  );
  if (points.every(({ y }) => y === null)) return [];
  const chart: LineChart = {
    title,
    caption: [],
    xTitle,
    xScale: 'linear',
    styles: lines.map(({ name }, k) => ({ ...STYLES[k % MOST_LINES], name })),
    panels: [
      {
        title: yTitle,
        format,
        fromZero: options.fromZero ?? false,
        ...(reference === undefined ? {} : { reference }),
        points,
      },
    ],
    layout: PAGE_LAYOUT,
  };
  const svg = () => lineChartSvg(retoldLineChart(chart, options.t));
  return [{ svg, title, ...(caption === undefined ? {} : { caption }) }];
}
