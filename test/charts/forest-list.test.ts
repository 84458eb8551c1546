import { expect, test } from 'vitest';
import { forestList } from '../../src/charts/forest-list.ts';
import type { ForestPlot } from '../../src/charts/forest-plot.ts';

const plot: ForestPlot = {
  title: 'Scores of <b>',
  caption: 'Lines & marks',
  xTitle: 'score, points',
  rows: [
    { name: '<i>one', value: 60, low: 20, high: 100, label: '60.0 (20 to 100)', quiet: false },
    { name: 'recorded', value: 20, low: null, high: null, label: '20.0', quiet: true },
  ],
};

test('a line per model, its name, interval and label on one scale; no text is markup', () => {
  const html = forestList(plot);
  const lines = html.split('\n').filter((line) => line.startsWith('<li'));
  expect(lines[0]).toContain('&lt;i&gt;one</span>');
  expect(lines[0]).toContain('class="interval" x1="0.00%" x2="100.00%"');
  expect(lines[0]).toContain('cx="50.00%"');
  expect(lines[0]).toContain('<span>60.0 (20 to 100)</span>');
  expect(lines[1]).toMatch(/^<li class="quiet"><span>recorded</);
  expect(lines[1]).toContain('cx="0.00%"');
  expect(lines[1]).not.toContain('class="interval"');
  // The ticks of the scale are where the lines of each row are.
  const ticks = [...html.matchAll(/<text x="([^"]+)" y="75%">(\d+)</g)];
  expect(ticks.map(([, x, text]) => [x, text])).toEqual([
    ['0.00%', '20'],
    ['25.00%', '40'],
    ['50.00%', '60'],
    ['75.00%', '80'],
    ['100.00%', '100'],
  ]);
  for (const [, x] of ticks) expect(lines[0]).toContain(`<line x1="${x}" x2="${x}" y2="100%"/>`);
  expect(html).toContain('&lt;b&gt;</strong> Lines &amp; marks');
  expect(html).not.toMatch(/<b>|<i>/);
});

test('a list without a row is refused', () => {
  expect(() => forestList({ ...plot, rows: [] })).toThrow('no row');
});

test('a marked value is on the scale where no interval reaches it', () => {
  const html = forestList({
    ...plot,
    limits: [-100, 100],
    reference: 0,
    rows: [{ name: 'one', value: 60, low: 40, high: 80, label: '', quiet: false }],
  });
  expect(html).toContain('<line class="reference" x1="0.00%" x2="0.00%" y2="100%"/>');
  expect(html).toContain('class="interval" x1="50.00%" x2="100.00%"');
  expect(html).toContain('<text x="0.00%" y="75%">0<');
});
