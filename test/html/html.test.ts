import { expect, test } from 'vitest';
import { escapeHtml, htmlPage, htmlSection, htmlTable, htmlText } from '../../src/html/html.ts';

test('names are never markup, wherever they stand', () => {
  const name = '<script src="http://x">&\'\u0000';
  const page = htmlPage(name, [htmlSection(name, htmlText(name), htmlTable([name], [[name]]))]);
  expect(page).not.toContain('<script');
  expect(page.split('&lt;script src=&quot;http://x&quot;&gt;&amp;&#39;\uFFFD')).toHaveLength(7);
  expect(escapeHtml('a < b')).toBe('a &lt; b');
});

test('cells are shaded between nothing and all', () => {
  expect(htmlTable(['x', 'y'], [['1', '2']], [[0, 2]])).toContain(
    '<td>1</td><td style="background: color-mix(in srgb, #2a78d6 100%',
  );
});
