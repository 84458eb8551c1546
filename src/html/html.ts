import { LOCALES } from '../languages/language.ts';
import { ENGLISH, type Words } from '../languages/words.ts';
import { plainText } from '../plain-text.ts';
import { PAGE_STYLE } from './html-style.ts';

/**
 * A page of its own: no scripts, fonts or images from elsewhere; light or dark as the reader's system is.
 * @param body markup, in order
 * @param t the words of the language that the page is in
 * @param top markup between the title and the body, which who reads by ear can skip
 */
export function htmlPage(
  title: string,
  body: readonly string[],
  t: Words = ENGLISH,
  top: readonly string[] = [],
): string {
  return `<!doctype html>
<html lang="${t.language === 'en' ? 'en' : LOCALES[t.language]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">${t('Skip to the content')}</a>
<header>
<h1>${escapeHtml(title)}</h1>
${top.map((part) => `${part}\n`).join('')}</header>
<main id="main" tabindex="-1">
${body.join('\n')}
</main>
</body>
</html>
`;
}

/** A heading with what stands below it. */
export function htmlSection(heading: string, ...parts: readonly string[]): string {
  return `<section><h2>${escapeHtml(heading)}</h2>\n${parts.join('\n')}</section>`;
}

export function htmlText(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** Names and their values. @param write a value as markup */
export function htmlFacts(
  facts: readonly (readonly [name: string, value: string])[],
  write: (text: string) => string = escapeHtml,
): string {
  if (facts.length === 0) return '';
  return `<dl class="facts">\n${facts
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${write(value)}</dd>`)
    .join('\n')}\n</dl>`;
}

/** A table, its first column to the left; a cell in `shades` (0 to 1, by row and column) is coloured as much. */
export function htmlTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  shades: readonly (readonly number[])[] = [],
): string {
  const line = (cells: readonly string[], tag: 'th' | 'td', shade: readonly number[] = []) =>
    `<tr>${cells
      .map((cell, k) => {
        const share = Math.round(100 * Math.min(1, Math.max(0, shade[k] ?? 0)));
        const style =
          share === 0
            ? ''
            : ` style="background: color-mix(in srgb, #2a78d6 ${share}%, transparent)"`;
        return `<${tag}${style}>${escapeHtml(cell)}</${tag}>`;
      })
      .join('')}</tr>`;
  return `<div class="wide" tabindex="0"><table><thead>${line(head, 'th')}</thead><tbody>\n${rows
    .map((row, r) => line(row, 'td', shades[r]))
    .join('\n')}\n</tbody></table></div>`;
}

/** Names come from files and endpoints: nothing in them is markup. */
export function escapeHtml(text: string): string {
  return plainText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
