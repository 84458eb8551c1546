import { describe, expect, test } from 'vitest';
import type { Document } from '../../src/report/document.ts';
import { documentPage } from '../../src/report/page.ts';
import { figureHtml } from '../../src/report/page-figure.ts';

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">${inner}</svg>`;
const clip = '<clipPath id="clip0"></clipPath><g clip-path="url(#clip0)"></g>';
const page: Document = {
  title: 'A study',
  lead: 'Twenty items are enough.',
  facts: [['seed', '1']],
  sections: [
    { heading: 'First', paragraphs: ['Run `thetarank --help`.'] },
    {
      heading: 'Second',
      charts: [
        { svg: svg(clip), title: 'Bias', caption: 'Bands.' },
        { svg: svg(clip), title: 'RMSE' },
      ],
    },
    {
      heading: 'Third',
      table: {
        caption: 'All cells',
        columns: [
          { name: 'selector' },
          { name: 'RMSE', unit: 'SD', numeric: true, help: 'Root mean square error.' },
        ],
        rows: [
          ['random', 0.123456],
          ['best', null],
          ['third', -12345],
          ['fourth', Number.POSITIVE_INFINITY],
        ],
      },
      folded: ['q1', 'q2'].map((heading) => ({
        heading,
        note: 'infit < 1',
        paragraphs: [`About ${heading}.`],
        charts: [{ svg: svg(clip), title: heading }],
      })),
    },
  ],
  next: 'thetarank simulate',
};
const html = await documentPage(page);

describe('a page of a study', () => {
  test('no text is markup, wherever it stands', async () => {
    const evil = '<script src="http://x">&\'\u0000';
    const text = await documentPage({
      title: evil,
      lead: evil,
      facts: [[evil, evil]],
      sections: [1, 2, 3].map(() => ({
        heading: evil,
        paragraphs: [evil],
        charts: [{ svg: svg(''), title: evil, caption: evil }],
        table: {
          caption: evil,
          columns: [{ name: evil, unit: evil, help: evil }, { name: 'x' }],
          rows: [[evil, evil]],
        },
      })),
      next: evil,
    });
    expect(text).not.toContain('<script');
    // Title twice, lead, fact twice, next; 3 × (contents, heading, paragraph, chart twice, and of the table caption,
    // name twice, unit, help, cells).
    expect(text.split('&lt;script src=&quot;http://x&quot;&gt;&amp;&#39;\uFFFD')).toHaveLength(
      1 + 6 + 3 * (5 + 7),
    );
  });

  test('needs no other file and runs nothing', () => {
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
    expect(html).not.toMatch(/<(script|link|img|iframe)\b|@import|url\(h|\son[a-z]+=/i);
  });

  test('tags are closed in order, and every id is there once and every reference leads to one', () => {
    const open: string[] = [];
    const none = new Set(['meta', '!doctype']);
    const text = html.replace(/<style>.*<\/style>/s, '');
    for (const [, end, name, alone] of text.matchAll(/<(\/?)([!a-z][a-z0-9]*)[^>]*?(\/?)>/gi)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (alone === '' && !none.has(name)) open.push(name);
    }
    expect(open).toEqual([]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const used = [...html.matchAll(/(?:aria-labelledby="|href="#|url\(#)([^")]+)/g)];
    expect(used.length).toBeGreaterThan(8);
    for (const [, id] of used) expect(ids).toContain(id);
  });

  test('a title that the chart shows is not written again, and is still said', () => {
    const own = '<svg width="100"><text>Bias &lt;</text>\n<text>by ability</text></svg>';
    const figure = figureHtml({ svg: own, title: 'Bias < by ability', caption: 'Bands.' }, 'one');
    expect(figure).toContain('role="img" id="one" aria-label="Bias &lt; by ability"');
    expect(figure).toContain('<figcaption>Bands.</figcaption>');
    expect(figure).not.toContain('<strong');
  });

  test('can be read by ear: language, skip link, captions, heads of rows and columns', () => {
    for (const part of [
      '<html lang="en">',
      '<a class="skip" href="#main">',
      '<main id="main"',
      '<caption id="section-3-table">All cells</caption>',
      '<th scope="col">RMSE',
      '<th scope="row">random</th>',
      'role="img" aria-labelledby="section-2-chart-1"',
      '<strong id="section-2-chart-1">Bias</strong> Bands.</figcaption>',
    ])
      expect(html).toContain(part);
  });

  test('numbers to four digits, whole ones in full, undefined ones as a dash', () => {
    for (const text of ['0.1235', '–', '−12,345', '∞']) expect(html).toContain(`<td>${text}</td>`);
  });

  test('units, help and code are shown', () => {
    for (const shown of [
      '<span class="unit">SD</span>',
      '<dt>RMSE</dt><dd>Root mean square error.</dd>',
      '<p>Run <code>thetarank --help</code>.</p>',
    ])
      expect(html).toContain(shown);
  });

  test('folded sections open one at a time, each with its own blocks', () => {
    const found = [...html.matchAll(/<details name="([^"]+)"><summary>(.*?)<\/summary>/g)];
    expect(found.map(([, , summary]) => summary)).toEqual(
      ['q1', 'q2'].map((name) => `<strong>${name}</strong> <span>infit &lt; 1</span>`),
    );
    const names = found.map(([, name]) => name);
    expect(new Set(names).size).toBe(1);
    expect(html.indexOf('About q1.')).toBeLessThan(html.indexOf('<strong>q2'));
  });

  test('contents are listed if the page is longer than a screen', async () => {
    expect(html).toContain('<li><a href="#section-3">Third</a></li>');
    expect(await documentPage({ ...page, sections: page.sections.slice(0, 2) })).not.toContain(
      '<nav',
    );
  });
});

test.each([
  ['no SVG', 'hello'],
  ['a handler', svg('<path d="M0" onload="x()"/>')],
  ['a handler without quotes', svg('<path onload=x />')],
  ['a handler after a value', svg('<path d="M0>"onload="x()"/>')],
  ['a link', svg(`<a xlink:href='http://x'></a>`)],
  ['a script', svg('<script>1</script>')],
  ['a handler', svg('<g onclick="x()"></g>')],
  ['an image from elsewhere', svg('<image href="http://x/y.png"/>')],
])('refuses a chart with %s', async (_, bad) => {
  const sections = [{ heading: 'x', charts: [{ svg: bad, title: 'x' }] }];
  await expect(documentPage({ ...page, sections })).rejects.toThrow(RangeError);
});

test('refuses a row of another length', async () => {
  const table = { caption: 'x', columns: [{ name: 'a' }], rows: [['1', '2']] };
  await expect(documentPage({ ...page, sections: [{ heading: 'x', table }] })).rejects.toThrow(
    /"x", row 1: 2 .* 1 /,
  );
});

test('the texts of a chart may be anything: tags of a bank that read like handlers and addresses too', async () => {
  const chart = `<text aria-label="a &lt;b onload=x href='http://x'>">b onload=x</text>`;
  const sections = [{ heading: 'x', charts: [{ svg: svg(chart), title: 'x' }] }];
  expect(await documentPage({ ...page, sections })).toContain(chart);
});
