import type { Figure } from '../../../../sim/monte-carlo/ratio.ts';
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
  meanSe: plain(
    'mean SE',
    3,
    'Mean of the standard errors that the tests report, where finite.',
    SD,
  ),
  infiniteSe: share('SE infinite', 'Tests that report no finite standard error.'),
  coverage: share(
    '95% hold',
    'Intervals ± 1.96 standard errors that hold the true ability; infinite ones do.',
  ),
  atBound: share('on a bound', 'Estimates on a bound of ability.'),
  meanLength: plain('items', 1, 'Mean number of items of a test.'),
  exhausted: share('out of items', 'Tests that ended because no eligible item was left.'),
  cost: plain('cost', 2, 'Mean cost of the items of a test, in the unit of the bank.'),
  exposure_mean: share('mean exposure', 'Mean over items of the share of examinees that see one.'),
  exposure_max: share('most exposed', 'Share of examinees that see the item that most see.'),
  exposure_unused: share('unused', 'Share of the bank that nobody sees.'),
  exposure_above: share('above the rate', 'Share of the bank that more see than the rate allows.'),
  exposure_chiSquare: plain('χ²', 1, 'Unevenness of item use; 0 where all are seen as often.'),
  exposure_overlap: share(
    'overlap',
    'Share of the items asked that another examinee is asked too.',
  ),
  search_converged: share(
    'searches done',
    'Searches of Sympson-Hetter that came within their tolerance of the rate.',
  ),
  search_rounds: plain('rounds', 1, 'Rounds of such a search.'),
  search_greatest: share('greatest in search', 'Greatest rate in the round that was taken.'),
  efficiency: share(
    'efficiency',
    'Information, as a share of that of the best items for the true ability.',
  ),
  kendall: plain('τ-b', 3, 'Kendall’s rank correlation of estimated with true order, in groups.'),
  spearman: plain('ρ', 3, 'Spearman’s rank correlation of estimated with true order, in groups.'),
  pairs: share('pairs right', 'Pairs of examinees that are ordered right.'),
  scoreBias: {
    ...share('score bias', 'Mean of predicted − own score on the bank.'),
    unit: 'points',
    places: 2,
  },
  scoreError: {
    ...share('score error', 'Mean distance of predicted from own score on the bank.'),
    unit: 'points',
    places: 2,
  },
};

/** Measures that a design names: the best `k`, and the classes at a cut. */
const FAMILIES: readonly (readonly [RegExp, (of: string) => MeasureLabel])[] = [
  [
    /^top(\d+)$/,
    (k) =>
      share(k === '1' ? 'best found' : `best ${k} found`, 'Of the estimated best, those that are.'),
  ],
  [/^right_(.+)$/, (cut) => share(`right at ${cut}`, 'Examinees on their side of the cut.')],
  [/^falseAbove_(.+)$/, (cut) => share(`falsely above ${cut}`, 'Called above the cut, and below.')],
  [/^falseBelow_(.+)$/, (cut) => share(`falsely below ${cut}`, 'Called below the cut, and above.')],
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
