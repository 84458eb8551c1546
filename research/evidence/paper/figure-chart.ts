import type { RangeChart } from 'thetarank';
import { STYLES } from '../../charts.ts';
import { plural } from '../../text.ts';
import { methodName } from './method-name.ts';
import type { PaperReport } from './paper-report.ts';

const MODES = { regular: 'published, regular', rapid: 'published, rapid' };
/** The methods shown, with their colours: variants of the published method, and one other. */
const SHOWN: Readonly<Record<string, string>> = {
  'random/none': '#767676',
  'paper/participants': '#0072B2',
  'paper/recorded': '#56B4E9',
  'paper/true': '#009E73',
  'balanced/participants': '#E69F00',
  'robust/recorded': '#D55E00',
};

/** Figure 11: published scores of each model, and the ranges of simulated rapid scores. */
export function figureChart({ figure, seeds }: PaperReport): RangeChart {
  const methods = figure.methods.flatMap((method) => {
    const key = `${method.strategy}/${method.calibration}`;
    return Object.hasOwn(SHOWN, key)
      ? [{ method, name: methodName(method), colour: SHOWN[key] }]
      : [];
  });
  return {
    title: `Regular and rapid scores, ${figure.length} items (ranges: SIMULATED)`,
    caption: `Simulated: median, and where 95% of ${plural(seeds.published, 'seed')} lie.${
      seeds.recorded === 0
        ? ''
        : ` With other models or true parameters: of ${plural(seeds.recorded, 'seed')}.`
    }`,
    xTitle: 'score on the whole bank (points)',
    rows: figure.models.map(({ model }) => model),
    series: [
      { name: MODES.regular, colour: '#000000', shape: 'diamond' },
      { name: MODES.rapid, colour: '#CC2A7B', shape: 'triangle-down' },
      ...methods.map(({ method, name, colour }) => {
        const { shape } = STYLES.find((style) => style.name === method.strategy)!;
        return { name, colour, shape };
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
