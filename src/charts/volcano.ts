import { CHART_LOOK, drawSvg, FAINT_INK, INK } from './draw-svg.ts';
import { lineLength, wrappedLines } from './wrapped-lines.ts';

/** Effects of many items against how probable they are by chance. */
export interface Volcano {
  readonly title: string;
  /** Below the title. */
  readonly caption: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly points: readonly {
    readonly name: string;
    readonly effect: number;
    readonly p: number;
    readonly flagged: boolean;
  }[];
}

const [WIDTH, HEIGHT] = [420, 300];
const FONT_SIZE = 12;
const TITLE_SIZE = 15;
const LOUD = '#2a78d6';
/** Smaller probabilities are drawn at this one. */
const SMALLEST = 1e-16;
/** Names beside more flagged points would cover each other. */
const MOST_NAMED = 12;

/** Draws a chart as an SVG text. @throws RangeError where it has no point */
export async function volcanoSvg({
  title,
  caption,
  xTitle,
  yTitle,
  points,
}: Volcano): Promise<string> {
  if (points.length === 0) throw new RangeError(`${title}: no point to draw`);
  const named = new Set(
    points
      .filter(({ flagged }) => flagged)
      .sort((x, y) => x.p - y.p)
      .slice(0, MOST_NAMED),
  );
  const values = points.map((point) => ({
    effect: point.effect,
    flagged: point.flagged,
    height: -Math.log10(Math.max(SMALLEST, point.p)),
    name: named.has(point) ? point.name : '',
  }));
  const x = { field: 'effect', type: 'quantitative' as const, title: xTitle };
  const y = {
    field: 'height',
    type: 'quantitative' as const,
    title: yTitle,
    axis: { labelExpr: "format(pow(10, -datum.value), '~g')", tickMinStep: 1 },
  };
  return drawSvg({
    ...CHART_LOOK,
    title: {
      text: wrappedLines(title, lineLength(WIDTH, TITLE_SIZE)),
      subtitle: wrappedLines(caption, lineLength(WIDTH, FONT_SIZE)),
      anchor: 'start',
      offset: 14,
    },
    data: { values },
    width: WIDTH,
    height: HEIGHT,
    layer: [
      {
        mark: { type: 'point', size: 45, opacity: 1, strokeWidth: 1.5 },
        encoding: {
          x,
          y,
          fill: { condition: { test: 'datum.flagged', value: LOUD }, value: 'white' },
          stroke: { condition: { test: 'datum.flagged', value: LOUD }, value: FAINT_INK },
        },
      },
      {
        transform: [{ filter: "datum.name !== ''" }],
        mark: { type: 'text', align: 'left', dx: 8, fontSize: FONT_SIZE, color: INK },
        encoding: { x, y, text: { field: 'name', type: 'nominal' } },
      },
    ],
    config: {
      ...CHART_LOOK.config,
      title: { ...CHART_LOOK.config.title, fontSize: TITLE_SIZE, subtitleFontSize: FONT_SIZE },
      axis: { ...CHART_LOOK.config.axis, labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE + 1 },
    },
  });
}
