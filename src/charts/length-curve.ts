import type { TopLevelSpec } from 'vega-lite';
import type { Field } from 'vega-lite/types_unstable/channeldef.js';
import type { LayerSpec, UnitSpec } from 'vega-lite/types_unstable/spec/index.js';
import { CHART_LOOK, drawSvg, INK } from './draw-svg.ts';
import { lineLength, wrappedLines } from './wrapped-lines.ts';

/** Measures against the number of items, with the value that each is to reach, and the lengths at which it does. */
export interface LengthCurveChart {
  readonly title: string;
  /** Below the title, one entry per line. */
  readonly caption: readonly string[];
  /** The lengths that are shaded; null for none. */
  readonly shaded: { readonly low: number; readonly high: number } | null;
  /** Where a vertical line is drawn; null for none. */
  readonly length: number | null;
  readonly xTitle?: string;
  readonly panels: readonly LengthCurvePanel[];
}

export interface LengthCurvePanel {
  readonly title: string;
  /** How values are written at the axis, as d3-format says it. */
  readonly format: string;
  readonly target: number;
  /** Ascending; low and high are the ends of the band, null for none. */
  readonly points: readonly {
    readonly length: number;
    readonly value: number;
    readonly low: number | null;
    readonly high: number | null;
  }[];
}

/** Legible on a phone: see PAGE_LAYOUT. */
const PANEL = { width: 330, height: 230 };
const FONT_SIZE = 12;
const TITLE_SIZE = 15;
const CURVE = '#0072B2';
const SHADE = '#E69F00';
const AIM = '#D55E00';

/** Draws curves as an SVG text, on white. @throws RangeError where no panel has a point */
export async function lengthCurveSvg(chart: LengthCurveChart): Promise<string> {
  if (chart.panels.every(({ points }) => points.length === 0))
    throw new RangeError(`${chart.title}: no point to draw`);
  return drawSvg(specOf(chart));
}

function specOf(chart: LengthCurveChart): TopLevelSpec {
  return {
    ...CHART_LOOK,
    title: {
      text: wrappedLines(chart.title, lineLength(PANEL.width, TITLE_SIZE)),
      ...(chart.caption.length === 0
        ? {}
        : {
            subtitle: chart.caption.flatMap((line) =>
              wrappedLines(line, lineLength(PANEL.width, FONT_SIZE)),
            ),
          }),
      anchor: 'start',
      offset: 14,
    },
    columns: 1,
    bounds: 'flush',
    spacing: { row: 72 },
    concat: chart.panels.map((panel) => panelSpec(panel, chart)),
    config: {
      ...CHART_LOOK.config,
      title: { ...CHART_LOOK.config.title, fontSize: TITLE_SIZE, subtitleFontSize: FONT_SIZE },
      axis: { ...CHART_LOOK.config.axis, labelFontSize: FONT_SIZE, titleFontSize: FONT_SIZE + 1 },
    },
  };
}

function panelSpec(
  { title, format, target, points }: LengthCurvePanel,
  { shaded, length, xTitle = 'items' }: LengthCurveChart,
): LayerSpec<Field> {
  const x = {
    field: 'length',
    type: 'quantitative' as const,
    title: xTitle,
    scale: { type: 'log' as const, nice: false },
    axis: { grid: false, format: ',', labelOverlap: true },
  };
  const y = {
    field: 'value',
    type: 'quantitative' as const,
    title: null,
    scale: { zero: false, nice: true },
    axis: { format, tickCount: 6 },
  };
  const layer: UnitSpec<Field>[] = [
    {
      mark: { type: 'area', color: CURVE, opacity: 0.2 },
      transform: [{ filter: 'datum.low !== null && datum.high !== null' }],
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      data: { values: [{ value: target }] },
      mark: { type: 'rule', color: AIM, strokeDash: [6, 3], strokeWidth: 1.4 },
      encoding: { y },
    },
    { mark: { type: 'line', color: CURVE, strokeWidth: 1.6 }, encoding: { x, y } },
    { mark: { type: 'point', color: CURVE, filled: true, size: 22 }, encoding: { x, y } },
  ];
  if (length !== null)
    layer.unshift({
      data: { values: [{ length }] },
      mark: { type: 'rule', color: INK, strokeDash: [2, 3] },
      encoding: { x },
    });
  if (shaded !== null)
    layer.unshift({
      data: { values: [{ length: shaded.low, to: shaded.high }] },
      mark: { type: 'rect', color: SHADE, opacity: 0.3 },
      encoding: { x, x2: { field: 'to' } },
    });
  return {
    title: {
      text: wrappedLines(title, lineLength(PANEL.width, FONT_SIZE + 1)),
      fontSize: FONT_SIZE + 1,
      fontWeight: 'normal',
      anchor: 'start',
      frame: 'group',
    },
    ...PANEL,
    data: { values: points.map((point) => ({ ...point })) },
    layer,
  };
}
