import { CHART_LOOK, drawSvg, FAINT_INK, INK } from './draw-svg.ts';
import { lineLength, wrappedLines } from './wrapped-lines.ts';

/** Values with their intervals, one row per model, one line high, below a scale. */
export interface ForestPlot {
  readonly title: string;
  /** Below the title; empty for none. */
  readonly caption: string;
  readonly xTitle: string;
  /** From top to bottom; names may repeat. */
  readonly rows: readonly ForestRow[];
  /** Ends that no value passes; 0 and 100, of percentage points, by default. */
  readonly limits?: readonly [number, number];
  /** A value that is marked, such as no difference. */
  readonly reference?: number;
}

export interface ForestRow {
  readonly name: string;
  readonly value: number;
  /** Ends of the interval; null for a value that is exact. */
  readonly low: number | null;
  readonly high: number | null;
  /** Written at the end of the row, such as the value with its interval. */
  readonly label: string;
  /** Drawn in a quieter tone with a hollow mark, such as recorded models beside tested ones. */
  readonly quiet: boolean;
}

/** Of the part with the intervals, in pixels. */
const WIDTH = 460;
const ROW = 20;
const FONT_SIZE = 12;
const TITLE_SIZE = 15;
/** Names are cut to this width, in pixels. */
const NAMES = 300;
/** Room for labels that the title may take too. */
const LABELS = 170;
const LOUD = '#2a78d6';
const MARKED = '#b3470f';

/** Draws a forest plot as an SVG text. @throws RangeError where it has no row */
export async function forestPlotSvg({
  title,
  caption,
  xTitle,
  rows,
  reference,
}: ForestPlot): Promise<string> {
  if (rows.length === 0) throw new RangeError(`${title}: no row to draw`);
  const values = rows.map((row, place) => ({
    ...row,
    place,
    low: row.low ?? row.value,
    high: row.high ?? row.value,
  }));
  const y = {
    field: 'place',
    type: 'ordinal' as const,
    sort: null,
    title: null,
    scale: { domain: values.map(({ place }) => place), paddingInner: 0, paddingOuter: 0.2 },
    axis: null,
  };
  const x = {
    field: 'value',
    type: 'quantitative' as const,
    title: xTitle,
    scale: { zero: false, nice: true },
    axis: { orient: 'top' as const, grid: true, tickCount: 8 },
  };
  const look = (loud: string, quiet: string) => ({
    condition: { test: 'datum.quiet', value: quiet },
    value: loud,
  });
  const atSide = (side: 'left' | 'right', field: 'name' | 'label') => ({
    mark: {
      type: 'text' as const,
      align: side === 'left' ? ('right' as const) : ('left' as const),
      x: side === 'left' ? -10 : WIDTH + 10,
      fontSize: FONT_SIZE,
      ...(side === 'left' ? { limit: NAMES } : {}),
    },
    encoding: { y, text: { field, type: 'nominal' as const }, color: look(INK, FAINT_INK) },
  });
  return drawSvg({
    ...CHART_LOOK,
    title: heading(title, caption),
    data: { values },
    width: WIDTH,
    height: { step: ROW },
    layer: [
      ...(reference === undefined
        ? []
        : [
            {
              data: { values: [{ value: reference }] },
              mark: { type: 'rule' as const, strokeDash: [4, 3], strokeWidth: 1.5 },
              encoding: { x, color: { value: MARKED } },
            },
          ]),
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          x: { ...x, field: 'low' },
          x2: { field: 'high' },
          y,
          color: look(LOUD, FAINT_INK),
        },
      },
      {
        mark: { type: 'point', size: 60, opacity: 1, strokeWidth: 1.5 },
        encoding: {
          x,
          y,
          fill: look(LOUD, 'white'),
          stroke: look(LOUD, FAINT_INK),
        },
      },
      atSide('left', 'name'),
      atSide('right', 'label'),
    ],
    config: {
      ...CHART_LOOK.config,
      title: { ...CHART_LOOK.config.title, fontSize: TITLE_SIZE, subtitleFontSize: FONT_SIZE },
      axis: { ...CHART_LOOK.config.axis, labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE + 1 },
    },
  });
}

function heading(title: string, caption: string) {
  const width = NAMES + WIDTH + LABELS;
  return {
    text: wrappedLines(title, lineLength(width, TITLE_SIZE)),
    ...(caption === '' ? {} : { subtitle: wrappedLines(caption, lineLength(width, FONT_SIZE)) }),
    anchor: 'start' as const,
    frame: 'bounds' as const,
    offset: 14,
  };
}
