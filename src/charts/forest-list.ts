import { escapeHtml } from '../html/html.ts';
import { decimal } from '../numbers.ts';
import type { ForestPlot, ForestRow } from './forest-plot.ts';
import { at, roundScale, ticksOf } from './scale.ts';

/** Of percentage points. */
const LIMITS = [0, 100] as const;

/**
 * A forest plot as a figure of a page: a list with a line per model. On a narrow screen the interval is below the name, over the
 * full width. Names are whole, and read aloud with their labels.
 * @throws RangeError where it has no row
 */
export function forestList({
  title,
  caption,
  xTitle,
  rows,
  limits = LIMITS,
  reference,
}: ForestPlot): string {
  if (rows.length === 0) throw new RangeError(`${title}: no row to draw`);
  const scale = roundScale(
    [...rows.flatMap(({ value, low, high }) => [value, low, high]), reference ?? null],
    limits,
  );
  const ticks = ticksOf(scale).map((tick) => ({ x: at(tick, scale), text: decimal(tick, 1) }));
  const marked = reference === undefined ? [] : [at(reference, scale)];
  const grid = [
    ...ticks.map(({ x }) => `<line x1="${x}" x2="${x}" y2="100%"/>`),
    ...marked.map((x) => `<line class="reference" x1="${x}" x2="${x}" y2="100%"/>`),
  ].join('');
  const bar = ({ value, low, high }: ForestRow) =>
    `<svg aria-hidden="true">${grid}${
      low === null || high === null
        ? ''
        : `<line class="interval" x1="${at(low, scale)}" x2="${at(high, scale)}" y1="50%" y2="50%"/>`
    }<circle cx="${at(value, scale)}" cy="50%" r="4"/></svg>`;
  return [
    `<figure class="forest"><figcaption><strong>${escapeHtml(title)}</strong> ${escapeHtml(caption)}</figcaption>`,
    `<div class="scale" aria-hidden="true"><span></span><svg>${ticks
      .map(({ x, text }) => `<text x="${x}" y="75%">${text.replace(/\.0$/, '')}</text>`)
      .join('')}</svg><span>${escapeHtml(xTitle)}</span></div>`,
    `<ul aria-label="${escapeHtml(title)}">`,
    ...rows.map(
      (row) =>
        `<li${row.quiet ? ' class="quiet"' : ''}><span>${escapeHtml(row.name)}</span>${bar(row)}<span>${escapeHtml(row.label)}</span></li>`,
    ),
    '</ul></figure>',
  ].join('\n');
}
