import { expect, test } from 'vitest';
import { type RangeChart, rangeChartSvg } from '../../src/charts/range-rows.ts';

const chart: RangeChart = {
  title: 'Ranges',
  caption: 'of two rows',
  xTitle: 'score (points)',
  rows: ['second model', 'first model'],
  series: [
    { name: 'known', colour: '#000000', shape: 'diamond' },
    { name: 'a series with a name that is long', colour: '#D55E00', shape: 'circle' },
  ],
  points: [
    { row: 'first model', series: 'known', x: 50, low: null, high: null },
    {
      row: 'first model',
      series: 'a series with a name that is long',
      x: 52,
      low: 45,
      high: 60,
    },
    { row: 'second model', series: 'known', x: 30, low: null, high: null },
  ],
};

test('it labels everything: title, caption, axis with its unit, rows in their order, series in full', async () => {
  const svg = await rangeChartSvg(chart);
  for (const text of ['Ranges', 'of two rows', 'score (points)', chart.series[1].name])
    expect(svg).toContain(`>${text}<`);
  expect(svg.indexOf('>second model<')).toBeLessThan(svg.indexOf('>first model<'));
  // One range, as wide as 45 to 60 on the scale, drawn as a line.
  const lines = [...svg.matchAll(/<line [^>]*stroke="#D55E00"[^>]*>/g)];
  expect(lines).toHaveLength(1);
  expect(svg).not.toMatch(/<script|href=|onload/);
  expect(await rangeChartSvg(chart)).toBe(svg);
});

test('it is as narrow as a phone wants it, however long its texts are', async () => {
  const long = 'Many words that go on in a second line and in a third one '.repeat(2).trim();
  const svg = await rangeChartSvg({ ...chart, title: long, caption: long });
  expect(Number(/ width="([\d.]+)"/.exec(svg)![1])).toBeLessThan(450);
  expect(svg).toContain('>first model<');
});

test('a chart without a point is refused', async () => {
  await expect(rangeChartSvg({ ...chart, points: [] })).rejects.toThrow('no point');
});
