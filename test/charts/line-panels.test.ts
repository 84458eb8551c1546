import { describe, expect, test } from 'vitest';
import { type LineChart, lineChartSvg, type PanelPoint } from '../../src/charts/line-panels.ts';

const styles = [
  { name: 'first', colour: '#0072B2', dash: [6, 3], shape: 'circle' },
  { name: 'second', colour: '#D55E00', dash: [], shape: 'square' },
  { name: 'unused', colour: '#123456', dash: [], shape: 'square' },
];
const point = (line: string, x: number, y: number | null, half: number | null): PanelPoint => ({
  line,
  x,
  y,
  low: y === null || half === null ? null : y - half,
  high: y === null || half === null ? null : y + half,
});
const chart: LineChart = {
  title: 'answers <b>&amp;</b> "more"',
  caption: ['how it was made'],
  xTitle: 'items',
  styles,
  panels: [
    {
      title: 'error',
      format: '.0f',
      fromZero: true,
      points: [
        ...[10, 100, 1000].map((x, k) => point('first', x, 3 - k, 0.5)),
        ...[10, 100, 1000].map((x, k) => point('second', x, 2 - k / 2, 0.5)),
      ],
    },
    {
      title: 'coverage',
      format: '.0%',
      fromZero: false,
      reference: 0.9,
      points: [10, 100, 1000].map((x) => point('first', x, x === 100 ? null : 0.8, null)),
    },
  ],
};
const svg = await lineChartSvg(chart);

/** The attributes of all tags of a name that have a certain one. */
function tags(name: string, attribute: string, of = svg): string[] {
  return (of.match(new RegExp(`<${name} [^>]*>`, 'g')) ?? []).filter((tag) =>
    tag.includes(attribute),
  );
}

describe('a chart', () => {
  test('has the same bytes each time, after any other chart', async () => {
    await lineChartSvg({ ...chart, panels: [...chart.panels, ...chart.panels] });
    expect(await lineChartSvg(chart)).toBe(svg);
  });

  test('is on white, and holds its texts escaped', () => {
    expect(svg).toMatch(/^<svg [^>]*><rect [^>]*fill="white"\/>/);
    expect(svg).toContain('answers &lt;b&gt;&amp;amp;&lt;/b&gt; "more"');
    for (const text of ['how it was made', 'error', 'coverage', 'items', '1,000', '80%'])
      expect(svg).toContain(`>${text}<`);
  });

  test('tags are closed in order, and nothing comes from elsewhere', () => {
    const open: string[] = [];
    for (const [, end, name, alone] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gi)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (alone === '') open.push(name);
    }
    expect(open).toEqual([]);
    expect(svg).not.toMatch(/<(script|image|style|foreignObject)|href=|url\(/i);
  });

  test('draws each line in its colour, dash and shape, in each panel it has points in', () => {
    const lines = (colour: string) => tags('path', `stroke="${colour}"`);
    const dashed = lines('#0072B2').filter((tag) => tag.includes('stroke-dasharray="6,3"'));
    expect(dashed).toHaveLength(2);
    expect(lines('#D55E00').filter((tag) => tag.includes('stroke-dasharray="1,0"'))).toHaveLength(
      1,
    );
    // Three points in the first panel, two in the second, one in the legend.
    const circles = tags('path', 'fill="#0072B2"').filter((tag) => /A[\d.]+,/.test(tag));
    expect(circles).toHaveLength(3 + 2 + 1);
  });

  test('has bands only where ends are given', () => {
    expect(tags('path', 'opacity="0.09"')).toHaveLength(2);
  });

  test('has a line at the value that is aimed at, in its panel only', () => {
    expect(tags('line', 'stroke-dasharray="2,3"')).toHaveLength(1);
  });

  test('leaves lines without a point out of the legend', () => {
    expect(svg).toContain('>second<');
    expect(svg).not.toContain('unused');
  });

  test('the x axis is logarithmic, with ticks at the points', () => {
    const at = ['10', '100', '1,000'].map((label) =>
      Number(new RegExp(`translate\\(([\\d.]+),15\\)"[^>]*>${label}<`).exec(svg)?.[1]),
    );
    expect(at[1] - at[0]).toBeCloseTo(at[2] - at[1], 6);
  });
});

test('one length: points and no line', async () => {
  const panels = chart.panels.map((panel) => ({
    ...panel,
    points: panel.points.filter(({ x }) => x === 10),
  }));
  const one = await lineChartSvg({ ...chart, panels });
  expect(one).not.toMatch(/NaN|Infinity|undefined/);
  expect(tags('path', 'fill="#0072B2"', one).length).toBeGreaterThanOrEqual(3);
});

test('refuses a chart without any point', async () => {
  const panels = [{ ...chart.panels[0], points: [point('first', 10, null, null)] }];
  await expect(lineChartSvg({ ...chart, panels })).rejects.toThrow(RangeError);
});
