import type { ItemDiagnosis } from '../../../../calibration/diagnose/diagnose-items.ts';
import type {
  OptionAnalysis,
  OptionUse,
} from '../../../../calibration/diagnose/options/option-use.ts';
import { PLOT_COLOURS, plainPlotSvg } from '../../../charts/plain-plot.ts';
import { information } from '../../../irt/information.ts';
import { probability } from '../../../irt/probability.ts';
import type { Words } from '../../../languages/words.ts';
import { NORMAL_90 } from '../../../statistics/normal-points.ts';
import { wilsonInterval } from '../../../statistics/wilson-interval.ts';

/** The abilities that charts show. */
export type AbilityRange = readonly [low: number, high: number];

/** Points of a curve: even steps, fine enough for a chart of 300 pixels. */
const CURVE_POINTS = 49;
const INFORMATION_POINTS = 33;
/** Legible on white and on dark, and by people who see few colours: Okabe & Ito (2008). */
const OPTION_COLOURS = ['#E69F00', '#CC79A7', '#009E73', '#D55E00', '#56B4E9', '#767676'];
const OPTION_DASHES = ['5 3', '2 3', '8 3 2 3'];

/** Even abilities over a range. */
export function abilitiesOver([low, high]: AbilityRange, count = CURVE_POINTS): number[] {
  return Array.from({ length: count }, (_, k) => low + (k * (high - low)) / (count - 1));
}

export function abilityAxis([low, high]: AbilityRange, t: Words) {
  return { title: t('ability'), low, high, places: 0 };
}

/** The curve of an item, with the share right by groups of ability and its 90% intervals. */
export function curvePlot(
  { a, b, c, d, curve }: ItemDiagnosis,
  range: AbilityRange,
  t: Words,
): string {
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('share right'), low: 0, high: 1, places: 1 },
    lines: [
      {
        points: abilitiesOver(range).map((theta) => [theta, probability(theta, a, b, c, d)]),
        colour: PLOT_COLOURS.curve,
      },
    ],
    points: curve.map(({ ability, answered, right }) => ({
      x: ability,
      y: right / answered,
      ...wilsonInterval(right / answered, answered, NORMAL_90),
      colour: PLOT_COLOURS.observed,
    })),
    legend: [
      { name: t('curve'), colour: PLOT_COLOURS.curve, mark: 'line' },
      { name: t('observed, 90% intervals'), colour: PLOT_COLOURS.observed, mark: 'point' },
    ],
  });
}

/** What the item's answers tell about each ability. */
export function itemInformationPlot(
  { a, b, c, d }: ItemDiagnosis,
  range: AbilityRange,
  t: Words,
): string {
  const points = abilitiesOver(range, INFORMATION_POINTS).map(
    (theta) => [theta, information(theta, a, b, c, d)] as const,
  );
  const most = points.reduce((peak, [, value]) => Math.max(peak, value), 0);
  const { high, places } = roundTop(most);
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('information'), low: 0, high, places },
    lines: [{ points, colour: PLOT_COLOURS.curve }],
  });
}

/** The end of an axis from 0, and the decimals of its ticks. */
export function roundTop(most: number): { readonly high: number; readonly places: number } {
  const high = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => one >= most) ?? most;
  return { high, places: high < 5 ? 1 : 0 };
}

/** With a mark if it is the key, or if the strongest third chooses it more often than the key. */
export function optionName({ option, isKey, beatsKey }: OptionUse, t: Words): string {
  if (isKey) return t('{option} (key)', { option });
  return beatsKey ? `${option} !` : option;
}

/** Which options are chosen at which ability; the key is the strong line. */
export function optionPlot(
  { groups, options }: OptionAnalysis,
  range: AbilityRange,
  t: Words,
): string {
  const chosen = options.filter(({ count, isKey }) => count > 0 || isKey);
  const wrong = chosen.filter(({ isKey }) => !isKey);
  const styled = chosen.map((own) => {
    const k = wrong.indexOf(own);
    const isKey = k === -1;
    return {
      own,
      colour: isKey ? PLOT_COLOURS.curve : OPTION_COLOURS[k % OPTION_COLOURS.length],
      width: isKey ? 2.6 : 1.6,
      ...(isKey ? {} : { dash: OPTION_DASHES[Math.floor(k / OPTION_COLOURS.length) % 3] }),
    };
  });
  return plainPlotSvg({
    x: abilityAxis(range, t),
    y: { title: t('share that chose it'), low: 0, high: 1, places: 1 },
    lines: styled.map(({ own, ...style }) => ({
      ...style,
      points: groups.map((ability, g) => [ability, own.curve[g]] as const),
    })),
    points: styled.flatMap(({ own, colour }) =>
      groups.map((ability, g) => ({ x: ability, y: own.curve[g], colour, radius: 2.4 })),
    ),
    legend: styled.map(({ own, colour, dash }) => ({
      name: optionName(own, t),
      colour,
      mark: 'line' as const,
      ...(dash === undefined ? {} : { dash }),
    })),
  });
}
