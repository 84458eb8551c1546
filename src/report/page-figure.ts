import { escapeHtml } from '../html/html.ts';
import type { DrawnChart } from './document.ts';

const TAG = /<[^\s"'<>]+(?:"[^"]*"|'[^']*'|[^"'<>])*>/g;
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const ACTIVE_ELEMENT = /^<(?:script|foreignObject|iframe|image|use)\b/i;

/**
 * Whether a tag runs something, or brings something from elsewhere. The page forbids it too: this says so while it is written.
 * Values may contain any text, such as the tags of a bank.
 */
function isActive(tag: string): boolean {
  if (ACTIVE_ELEMENT.test(tag)) return true;
  return [...tag.matchAll(ATTRIBUTE)].some(
    ([, name, double, single, bare]) =>
      /^on/i.test(name) ||
      (/^(?:.+:)?(?:href|src)$/i.test(name) && !(double ?? single ?? bare).startsWith('#')),
  );
}

/**
 * A chart with its title and caption.
 * @param id of what names the chart; the names within the chart begin with it, since those of two charts may be the same
 * @throws RangeError where the chart is no SVG, or has parts that run or come from elsewhere
 */
export function figureHtml({ svg, title, caption }: DrawnChart, id: string): string {
  const drawn = svg.trim();
  if (!drawn.startsWith('<svg') || !drawn.endsWith('</svg>'))
    throw new RangeError(`chart "${title}": not an SVG element`);
  const tags = drawn.match(TAG) ?? [];
  if (tags.some(isActive))
    throw new RangeError(`chart "${title}": has a script, or something from elsewhere`);
  const isShown = drawn
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .includes(title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  const own = drawn
    .replaceAll(/\bid="([^"]+)"/g, `id="${id}-$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${id}-$1)`)
    .replace(
      '<svg',
      `<svg role="img" ${isShown ? `id="${id}" aria-label="${escapeHtml(title)}"` : `aria-labelledby="${id}"`}`,
    );
  const words = [
    ...(isShown ? [] : [`<strong id="${id}">${escapeHtml(title)}</strong>`]),
    ...(caption === undefined ? [] : [escapeHtml(caption)]),
  ];
  return [
    `<figure><div class="chart">${own}</div>`,
    `${words.length === 0 ? '' : `<figcaption>${words.join(' ')}</figcaption>`}</figure>`,
  ].join('\n');
}
