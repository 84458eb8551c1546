import { CHART_LOOK, drawSvg, FAINT_INK, INK } from './draw-svg.ts';

/** Two scores of each model against each other, with intervals. */
export interface TwoScoresChart {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly points: readonly {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    /** Half-widths of the intervals; 0 for none. */
    readonly xHalf: number;
    readonly yHalf: number;
    /** Drawn filled, and named before the others. */
    readonly isMarked: boolean;
  }[];
}

const SIZE = 380;
const FONT_SIZE = 12;
const LOUD = '#2a78d6';
/** More names would cover each other. */
const MOST_NAMED = 12;

/** Draws the chart as an SVG text; marked points and then the first ones have their names. @throws RangeError where it has no point */
export async function twoScoresSvg({ xTitle, yTitle, points }: TwoScoresChart): Promise<string> {
  if (points.length === 0) throw new RangeError(`${xTitle}: no point to draw`);
  const named = new Set(
    points.toSorted((p, q) => Number(q.isMarked) - Number(p.isMarked)).slice(0, MOST_NAMED),
  );
  const values = points.map((point) => ({
    ...point,
    name: named.has(point) ? point.name : '',
    xLow: point.x - point.xHalf,
    xHigh: point.x + point.xHalf,
    yLow: point.y - point.yHalf,
    yHigh: point.y + point.yHalf,
  }));
  const side = (field: string, title: string) => ({
    field,
    type: 'quantitative' as const,
    title,
    scale: { zero: false, nice: true },
  });
  const x = side('x', xTitle);
  const y = side('y', yTitle);
  const rule = { type: 'rule' as const, strokeWidth: 1, opacity: 0.6, color: FAINT_INK };
  return drawSvg({
    ...CHART_LOOK,
    data: { values },
    width: SIZE,
    height: SIZE,
    layer: [
      { mark: rule, encoding: { x: side('xLow', xTitle), x2: { field: 'xHigh' }, y } },
      { mark: rule, encoding: { y: side('yLow', yTitle), y2: { field: 'yHigh' }, x } },
      {
        mark: { type: 'point', size: 50, opacity: 1, strokeWidth: 1.5 },
        encoding: {
          x,
          y,
          fill: { condition: { test: 'datum.isMarked', value: LOUD }, value: 'white' },
          stroke: { condition: { test: 'datum.isMarked', value: LOUD }, value: FAINT_INK },
        },
      },
      {
        transform: [{ filter: "datum.name !== ''" }],
        mark: { type: 'text', align: 'left', dx: 7, dy: -6, fontSize: FONT_SIZE, color: INK },
        encoding: { x, y, text: { field: 'name', type: 'nominal' } },
      },
    ],
    config: {
      ...CHART_LOOK.config,
      axis: { ...CHART_LOOK.config.axis, labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE + 1 },
    },
  });
}
