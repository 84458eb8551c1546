import { expect, test } from 'vitest';
import { type LengthCurveChart, lengthCurveSvg } from '../../src/charts/length-curve.ts';

const long = 'Many words that go on in a second line and in a third one '.repeat(2).trim();
const chart: LengthCurveChart = {
  title: long,
  caption: [long],
  shaded: { low: 3, high: 5 },
  length: 4,
  panels: [
    {
      title: long,
      format: '~r',
      target: 0.9,
      points: [1, 2, 4, 8].map((length) => ({
        length,
        value: 1 - 0.4 / length,
        low: 0.9 - 0.4 / length,
        high: 1,
      })),
    },
  ],
};

test('it is as narrow as a phone wants it, however long its texts are', async () => {
  const svg = await lengthCurveSvg(chart);
  expect(Number(/ width="([\d.]+)"/.exec(svg)![1])).toBeLessThan(450);
  expect(svg).toContain('>items<');
  expect(await lengthCurveSvg({ ...chart, caption: [] })).not.toBe(svg);
});

test('a chart without a point is refused', async () => {
  await expect(lengthCurveSvg({ ...chart, panels: [] })).rejects.toThrow('no point');
});
