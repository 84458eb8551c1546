import type { Figure } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { decimal } from '../../../numbers.ts';

/** How a measure is shown to people. */
export interface MeasureLabel {
  readonly name: string;
  readonly unit?: string;
  /** Decimals, after the value is multiplied by `scale`. */
  readonly places: number;
  readonly scale: number;
  readonly help?: string;
}

const SD = 'SD of ability';
const share = (name: string, help: string): MeasureLabel => ({
  name,
  unit: '%',
  places: 1,
  scale: 100,
  help,
});
const plain = (name: string, places: number, help: string, unit?: string): MeasureLabel => ({
  name,
  places,
  scale: 1,
  help,
  ...(unit === undefined ? {} : { unit }),
});

const LABELS: Readonly<Record<string, MeasureLabel>> = {
  bias: plain('bias', 3, 'Mean of estimate − true ability.', SD),
  rmse: plain('RMSE', 3, 'Root mean square of estimate − true ability.', SD),
  meanSe: plain('mean SE', 3, 'Mean of the finite standard errors that the tests report.', SD),
  infiniteSe: share('SE infinite', 'Share of tests that report no finite standard error.'),
  coverage: share(
    '95% hold',
    'Share of intervals of ± 1.96 standard errors that contain the true ability; infinite intervals count as containing it.',
  ),
  atBound: share('on a bound', 'Share of estimates at a bound of the ability scale.'),
  meanLength: plain('items', 1, 'Mean number of items per test.'),
  exhausted: share('out of items', 'Share of tests that ended because no eligible item was left.'),
  cost: plain('cost', 2, 'Mean cost per test, in the unit of the bank.'),
  exposure_mean: share('mean exposure', 'Mean share of examinees that see an item.'),
  exposure_max: share('most exposed', 'Share of examinees that see the most exposed item.'),
  exposure_unused: share('unused', 'Share of the bank that no examinee sees.'),
  exposure_above: share(
    'above the rate',
    'Share of the bank that is exposed more often than the rate allows.',
  ),
  exposure_chiSquare: plain(
    'χ²',
    1,
    'Unevenness of item use; 0 if all items are seen equally often.',
  ),
  exposure_overlap: share('overlap', 'Mean share of items that two examinees have in common.'),
  search_converged: share(
    'searches done',
    'Share of Sympson-Hetter searches that came within their tolerance of the rate.',
  ),
  search_rounds: plain('rounds', 1, 'Mean number of rounds of a Sympson-Hetter search.'),
  search_greatest: share('greatest in search', 'Greatest rate in the round that was used.'),
  efficiency: share(
    'efficiency',
    'Information as a share of the information of the best items for the true ability.',
  ),
  kendall: plain(
    'τ-b',
    3,
    'Kendall’s rank correlation of the estimated with the true order, within groups.',
  ),
  spearman: plain(
    'ρ',
    3,
    'Spearman’s rank correlation of the estimated with the true order, within groups.',
  ),
  pairs: share('pairs right', 'Share of pairs of examinees in the right order.'),
  scoreBias: {
    ...share('score bias', 'Mean of predicted − actual score on the bank.'),
    unit: 'points',
    places: 2,
  },
  scoreError: {
    ...share('score error', 'Mean absolute difference of predicted and actual score on the bank.'),
    unit: 'points',
    places: 2,
  },
};

/** Measures that a design names: the best `k`, and the classes at a cut. */
const FAMILIES: readonly (readonly [RegExp, (of: string) => MeasureLabel])[] = [
  [
    /^top(\d+)$/,
    (k) =>
      share(
        k === '1' ? 'best found' : `best ${k} found`,
        'Share of the estimated best that are truly among the best.',
      ),
  ],
  [
    /^right_(.+)$/,
    (cut) => share(`right at ${cut}`, 'Share of examinees put on the right side of the cut.'),
  ],
  [
    /^falseAbove_(.+)$/,
    (cut) =>
      share(`falsely above ${cut}`, 'Share of examinees put above the cut who are below it.'),
  ],
  [
    /^falseBelow_(.+)$/,
    (cut) =>
      share(`falsely below ${cut}`, 'Share of examinees put below the cut who are above it.'),
  ],
];

/** How a measure is shown; one without a label by its own name. */
export function measureLabel(name: string): MeasureLabel {
  if (Object.hasOwn(LABELS, name)) return LABELS[name];
  for (const [pattern, label] of FAMILIES) {
    const found = pattern.exec(name);
    if (found !== null) return label(found[1].replace('-', '−'));
  }
  return { name, places: 3, scale: 1 };
}

/** A figure with its Monte Carlo standard error, without its unit: `0.310 ± .004`. */
export function labelledFigure({ value, se }: Figure, { places, scale }: MeasureLabel): string {
  if (value === null) return '–';
  const own = decimal(scale * value, places);
  return se === null ? own : `${own} ± ${decimal(scale * se, places).replace(/^0\./, '.')}`;
}
