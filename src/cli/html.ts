/** A page of its own: no scripts, fonts or images from elsewhere; light or dark as the reader's system is. */
export function htmlPage(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; background: Canvas; color: CanvasText; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, transparent); }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; padding: .5rem; background: #fff; border-radius: 6px; overflow-x: auto; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body.join('\n')}
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
  return `<div class="wide"><table><thead>${line(head, 'th')}</thead><tbody>\n${rows
    .map((row, r) => line(row, 'td', shades[r]))
    .join('\n')}\n</tbody></table></div>`;
}

/** Names come from files and endpoints: nothing in them is markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/\p{Cc}/gu, '\uFFFD');
}
