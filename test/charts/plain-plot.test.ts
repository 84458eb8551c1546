import { expect, test } from 'vitest';
import { plainPlotSvg } from '../../src/charts/plain-plot.ts';

const axes = {
  x: { title: 'ability <b>', low: -2, high: 2, places: 0 },
  y: { title: 'share', low: 0, high: 1, places: 1 },
};

test('values lie where the ticks say, and outside the scale on its frame', () => {
  const svg = plainPlotSvg({
    ...axes,
    points: [
      { x: -2, y: 0, colour: '#111111' },
      { x: 2, y: 1, colour: '#111111' },
      { x: 9, y: -5, low: -9, high: 0.5, colour: '#111111' },
    ],
  });
  const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    +x,
    +y,
  ]);
  const [[left, bottom], [right, top], clamped] = dots;
  expect(clamped).toEqual([right, bottom]);
  const tick = (text: string) =>
    +new RegExp(`<text x="([\\d.]+)" y="[\\d.]+">${text}<`).exec(svg)![1];
  expect(tick('−2')).toBe(left);
  expect(tick('2')).toBe(right);
  expect(tick('0')).toBe((left + right) / 2);
  // The interval from the frame to the middle.
  expect(svg).toContain(`M${right} ${bottom}V${(top + bottom) / 2}`);
});

test('lines, bars and the legend have their colours; a text is no markup', () => {
  const svg = plainPlotSvg({
    ...axes,
    lines: [
      {
        points: [
          [-2, 0],
          [2, 1],
        ],
        colour: '#0072B2',
        dash: '5 3',
      },
    ],
    bars: [{ from: -1, to: 1, low: 0, high: 0.5, colour: '#D55E00' }],
    legend: [
      { name: 'a curve', colour: '#0072B2', mark: 'line', dash: '5 3' },
      { name: 'an option with a long name that fills the row', colour: '#D55E00', mark: 'bar' },
      { name: '<i>', colour: '#111111', mark: 'point' },
    ],
  });
  expect(svg).toMatch(/<path d="M48 180L330 10" stroke="#0072B2"[^>]*stroke-dasharray="5 3"/);
  expect(svg).toMatch(/<rect x="118.5" y="95" width="141" height="85" fill="#D55E00"/);
  expect(svg).toContain('ability &lt;b&gt;');
  expect(svg).toContain('&lt;i&gt;');
  // The long entry has a row of its own, and the chart is as much taller.
  const height = (text: string) => +/viewBox="0 0 340 (\d+)"/.exec(text)![1];
  expect(height(svg) - height(plainPlotSvg(axes))).toBe(3 * 17);
});
