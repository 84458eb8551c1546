import { expect, test } from 'vitest';
import { type ForestPlot, forestPlotSvg } from '../../src/charts/forest-plot.ts';

const plot: ForestPlot = {
  title: 'Leaderboard of exam',
  caption: 'Version 3',
  xTitle: 'Score, points',
  rows: [
    {
      name: '通义千问 <b>',
      value: 70,
      low: 60,
      high: 75,
      label: '70.0 (60.0 to 75.0)',
      quiet: false,
    },
    { name: 'recorded', value: 50, low: null, high: null, label: '50.0', quiet: true },
    { name: 'recorded', value: 40, low: 35, high: 45, label: '40.0', quiet: true },
  ],
};

test('it has a line per row in their order, the scale at the top, and quiet rows in another tone', async () => {
  const svg = await forestPlotSvg(plot);
  for (const text of [
    plot.title,
    plot.caption,
    plot.xTitle,
    '70.0 (60.0 to 75.0)',
    '通义千问 &lt;b&gt;',
  ])
    expect(svg).toContain(`>${text}<`);
  expect(svg.match(/>recorded</g)).toHaveLength(2);
  const places = (text: string) => svg.indexOf(`>${text}<`);
  expect(places('Score, points')).toBeLessThan(places('recorded'));
  expect(svg).toMatch(/<line [^>]*stroke="#2a78d6"/);
  expect(svg).toMatch(/<line [^>]*stroke="#6b6b6b"/);
  expect(svg).not.toMatch(/<script|href=|onload|<b>/);
  expect(await forestPlotSvg(plot)).toBe(svg);
});

test('500 rows are 20 px each, and names longer than their column are cut', async () => {
  const rows = Array.from({ length: 500 }, (_, k) => ({
    ...plot.rows[0],
    name: `model-${k}-${'x'.repeat(200)}`,
  }));
  const svg = await forestPlotSvg({ ...plot, rows });
  const [width, height] = ['width', 'height'].map((name) =>
    Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg)![1]),
  );
  expect(width).toBeLessThan(1000);
  expect(height).toBeLessThan(500 * 20 + 150);
  expect(svg).not.toContain('x'.repeat(100));
});

test('a plot without a row is refused', async () => {
  await expect(forestPlotSvg({ ...plot, rows: [] })).rejects.toThrow('no row');
});
