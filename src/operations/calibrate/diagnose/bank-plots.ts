import { PLOT_COLOURS, plainPlotSvg } from '../../../charts/plain-plot.ts';
import { information } from '../../../irt/information.ts';
import type { Words } from '../../../languages/words.ts';
import type { Diagnosis } from './diagnosis.ts';
import { type AbilityRange, abilitiesOver, abilityAxis, roundTop } from './item-plots.ts';

/** Bars of the Wright map. */
const BINS = 32;
/** Items whose information is drawn alone. */
const MOST_CURVES = 8;
const CURVES = [
  '#0072B2',
  '#E69F00',
  '#CC79A7',
  '#009E73',
  '#D55E00',
  '#56B4E9',
  '#767676',
  '#5E3C99',
];
/** Above this standard error, a curve of it leaves the chart. */
const MOST_ERROR = 2;

/** Abilities of examinees above the line, difficulties of items below. */
export function wrightMap({ items, examinees }: Diagnosis, range: AbilityRange, t: Words): string {
  const above = shares(
    examinees.map(({ ability }) => ability),
    range,
  );
  const below = shares(
    items.map(({ b }) => b),
    range,
  );
  const most = Math.max(...above, ...below, 0.01);
  const high = [0.05, 0.1, 0.2, 0.5, 1].find((one) => one >= most) ?? 1;
  const step = (range[1] - range[0]) / BINS;
  const gap = step / 10;
  const bar = (k: number) => ({
    from: range[0] + k * step + gap,
    to: range[0] + (k + 1) * step - gap,
  });
  return plainPlotSvg({
    x: { ...abilityAxis(range, t), title: t('ability and difficulty') },
    y: { title: t('share'), low: -high, high, places: high < 0.2 ? 2 : 1, isUnsigned: true },
    bars: [
      ...above.map((share, k) => ({
        ...bar(k),
        low: 0,
        high: share,
        colour: PLOT_COLOURS.curve,
      })),
      ...below.map((share, k) => ({
        ...bar(k),
        low: -share,
        high: 0,
        colour: PLOT_COLOURS.mark,
      })),
    ],
    legend: [
      { name: t('examinees'), colour: PLOT_COLOURS.curve, mark: 'bar' },
      { name: t('items'), colour: PLOT_COLOURS.mark, mark: 'bar' },
    ],
  });
}

/** Shares of the values in each bin; what lies outside counts in the bins at the ends. */
function shares(values: readonly number[], [low, high]: AbilityRange): number[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value - low) / (high - low)) * BINS);
    counts[Math.max(0, Math.min(BINS - 1, bin))]++;
  }
  return counts.map((count) => count / Math.max(1, values.length));
}

/** Information of all items together, and the standard error that follows. */
export function testInformationPlot({ items }: Diagnosis, range: AbilityRange, t: Words): string {
  const curve = testCurve(items, range);
  const most = curve.reduce((peak, [, value]) => Math.max(peak, value), 0);
  const { high, places } = roundTop(most);
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('test information'), low: 0, high: niceTop(high, most), places },
    lines: [{ points: curve, colour: PLOT_COLOURS.curve }],
  });
}

/** The standard error of abilities estimated from all items. */
export function standardErrorPlot({ items }: Diagnosis, range: AbilityRange, t: Words): string {
  const curve = testCurve(items, range)
    .map(([theta, value]) => [theta, 1 / Math.sqrt(value)] as const)
    .filter(([, error]) => error <= MOST_ERROR);
  const most = curve.reduce((peak, [, error]) => Math.max(peak, error), 0);
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('standard error'), low: 0, ...roundTop(most) },
    lines: [{ points: curve, colour: PLOT_COLOURS.curve }],
  });
}

/** A top near the peak where the next round number is far above it. */
function niceTop(high: number, most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1e-9)));
  return Math.min(high, Math.ceil(most / step) * step);
}

function testCurve(items: Diagnosis['items'], range: AbilityRange) {
  return abilitiesOver(range, 121).map((theta) => {
    const sum = items.reduce((own, { a, b, c, d }) => own + information(theta, a, b, c, d), 0);
    return [theta, sum] as const;
  });
}

/** The most informative items, each with its curve. */
export function informativeItemsPlot({ items }: Diagnosis, range: AbilityRange, t: Words): string {
  const abilities = abilitiesOver(range);
  const curves = items
    .map(({ item, a, b, c, d }) => {
      const values = abilities.map((theta) => information(theta, a, b, c, d));
      return { item, values, peak: values.reduce((x, y) => Math.max(x, y), 0) };
    })
    .sort((one, two) => two.peak - one.peak)
    .slice(0, MOST_CURVES);
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('information'), low: 0, ...roundTop(curves[0]?.peak ?? 1) },
    lines: curves.map(({ values }, k) => ({
      points: abilities.map((theta, q) => [theta, values[q]] as const),
      colour: CURVES[k],
    })),
    legend: curves.map(({ item }, k) => ({
      name: item.length > 24 ? `${item.slice(0, 23)}…` : item,
      colour: CURVES[k],
      mark: 'line',
    })),
  });
}

/** Corrected person fit of the examinees; 5% of those who follow the model lie left of −1.645. */
export function personFitPlot({ examinees }: Diagnosis, t: Words): string {
  const range = [-5, 5] as const;
  const values = examinees.flatMap(({ lzCorrected }) =>
    lzCorrected === null ? [] : [lzCorrected],
  );
  const bins = shares(values, range);
  const step = (range[1] - range[0]) / BINS;
  const high = [0.1, 0.2, 0.5, 1].find((one) => one >= Math.max(...bins, step * 0.4)) ?? 1;
  return plainPlotSvg({
    x: { title: 'l_z*', low: range[0], high: range[1], places: 0 },
    y: { title: t('share of examinees'), low: 0, high, places: high < 0.2 ? 2 : 1 },
    bars: bins.map((share, k) => ({
      from: range[0] + (k + 0.08) * step,
      to: range[0] + (k + 0.92) * step,
      low: 0,
      high: share,
      colour: PLOT_COLOURS.curve,
    })),
    lines: [
      {
        points: abilitiesOver(range).map(
          (z) => [z, (step * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)] as const,
        ),
        colour: PLOT_COLOURS.mark,
      },
    ],
    legend: [
      { name: t('examinees'), colour: PLOT_COLOURS.curve, mark: 'bar' },
      { name: t('expected under the model'), colour: PLOT_COLOURS.mark, mark: 'line' },
    ],
  });
}

/** Standard deviations of ability that charts show at least and at most. */
const LEAST_REACH = 3;
const MOST_REACH = 6;

/** Abilities and difficulties that charts show: nearly all of them, at whole numbers. */
export function chartRange({ items, examinees, settings: { prior } }: Diagnosis): AbilityRange {
  const { mean, sd } = prior;
  const ends = [
    ...inside(
      examinees.map(({ ability }) => ability),
      0,
    ),
    ...inside(
      items.map(({ b }) => b),
      0.05,
    ),
  ];
  const low = Math.min(mean - LEAST_REACH * sd, ...ends);
  const high = Math.max(mean + LEAST_REACH * sd, ...ends);
  return [
    Math.max(mean - MOST_REACH * sd, Math.floor(low)),
    Math.min(mean + MOST_REACH * sd, Math.ceil(high)),
  ];
}

/** The ends of the values without `share` of them at either end. */
function inside(values: readonly number[], share: number): number[] {
  if (values.length === 0) return [];
  const sorted = [...values].sort((x, y) => x - y);
  const cut = Math.floor(share * (sorted.length - 1));
  return [sorted[cut], sorted[sorted.length - 1 - cut]];
}
