import type { PaperReport } from '../../../sim/paper/paper-report.ts';
import type { RangeChart } from '../../charts/range-rows.ts';
import { plural } from '../numbers.ts';
import { STYLES } from '../simulate-plot.ts';
import { methodName } from './method-name.ts';

const MODES = { regular: 'published regular', rapid: 'published rapid' };
/** Of lines on one strategy, the later calibrations are drawn lighter. */
const LIGHTER: Readonly<Record<string, string>> = {
  'paper/recorded': '#56B4E9',
  'paper/true': '#009E73',
  'balanced/recorded': '#E6C86E',
};

/** Figure 11: published scores of each model, and where the simulated rapid ones lie. */
export function figureChart({ figure, seeds }: PaperReport): RangeChart {
  const methods = figure.methods.map((method) => ({ method, name: methodName(method) }));
  return {
    title: `Regular and rapid scores, ${figure.length} items (simulated scores SIMULATED)`,
    caption: [
      `Simulated: median, and where 95% of the seeds lie; ${plural(seeds.published, 'seed')}, on other models and true parameters ${seeds.recorded}.`,
    ],
    xTitle: 'score on the whole bank (points)',
    rows: figure.models.map(({ model }) => model),
    series: [
      { name: MODES.regular, colour: '#000000', shape: 'diamond' },
      { name: MODES.rapid, colour: '#000000', shape: 'cross' },
      ...methods.map(({ method: { strategy, calibration }, name }) => {
        const { colour, shape } = STYLES.find((style) => style.name === strategy)!;
        return { name, colour: LIGHTER[`${strategy}/${calibration}`] ?? colour, shape };
      }),
    ],
    points: figure.models.flatMap(({ model, published }, k) => [
      { row: model, series: MODES.regular, x: published.regular, low: null, high: null },
      { row: model, series: MODES.rapid, x: published.rapid, low: null, high: null },
      ...methods.map(({ method: { rapid }, name }) => ({
        row: model,
        series: name,
        x: rapid[k].median,
        low: rapid[k].low,
        high: rapid[k].high,
      })),
    ]),
  };
}
