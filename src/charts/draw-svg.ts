import type { TopLevelSpec } from 'vega-lite';
import { plainLines } from '../plain-text.ts';

/**
 * Draws a Vega-Lite specification as an SVG text, without scripts, fonts or images from elsewhere. The same specification gives
 * the same bytes.
 *
 * Vega is loaded when the first chart is drawn: no other command should wait for it.
 */
export async function drawSvg(specification: TopLevelSpec): Promise<string> {
  const [vega, lite] = await Promise.all([import('vega'), import('vega-lite')]);
  // Names of clips and gradients are numbered through a process.
  vega.resetSVGDefIds();
  const { spec } = lite.compile(specification);
  const view = new vega.View(vega.parse(spec), { renderer: 'none' });
  const svg = plainLines(await view.toSVG());
  view.finalize();
  return `${slim(svg)}\n`;
}

/**
 * Leaves out what Vega writes for scripts and pointers, and frames without a colour: a third of the file. In the text
 * between tags, < and > are escaped.
 */
function slim(svg: string): string {
  return svg.replaceAll(/<[^>]+>/g, (tag) =>
    /^<path class="(?:background|foreground)"(?!.* (?:fill|stroke)=)/.test(tag)
      ? ''
      : tag.replaceAll(
          // What Vega says of a title is in English, and repeats the title.
          / (?:(?:class|role|aria-[a-z]+|pointer-events|opacity)="(?:[a-z][^"]*|1)"|aria-label="(?:Title text|[^"]*\p{Script=Han})[^"]*")/gu,
          '',
        ),
  );
}

export const INK = '#222222';
/** Of what stands back; legible on white. */
export const FAINT_INK = '#6b6b6b';
const FAINT = '#dddddd';

/** On white whatever is behind it, in the viewer's sans-serif; whoever shows the chart describes it. */
export const CHART_LOOK = {
  background: 'white',
  padding: 12,
  config: {
    // A description of every mark would double the file.
    aria: false,
    font: 'sans-serif',
    title: { color: INK, fontSize: 15, subtitleColor: INK, subtitleFontSize: 11 },
    axis: {
      labelColor: INK,
      titleColor: INK,
      gridColor: FAINT,
      domainColor: INK,
      tickColor: INK,
      titleFontWeight: 'normal',
    },
    legend: { labelColor: INK, titleColor: INK },
    view: { stroke: null },
  },
} as const satisfies Partial<TopLevelSpec>;
