import type {
  BankDiagnosis,
  Finding,
  LocalDependence,
  MarginFit,
  Simulated,
} from '../../../../calibration/diagnose/bank/bank-diagnosis.ts';
import { retold } from '../../../languages/retold.ts';
import { listed, sentences, type Words } from '../../../languages/words.ts';
import { chanceText, count, decimal } from '../../../numbers.ts';

/** A measure of the whole bank, in words. */
export interface BankWords {
  readonly name: string;
  readonly value: string;
  /** What it says, and what to do. */
  readonly meaning: string;
}

/** RMSEA up to this is close fit, up to the second acceptable. @see Maydeu-Olivares & Joe (2014), Multivariate Behavioral Research 49, 305–328 */
const RMSEA = [0.05, 0.089] as const;
/** Reliability from which single examinees may be compared, and from which groups may. */
const RELIABLE = [0.9, 0.7] as const;
const LEAST_P = 0.05;

const MOST_PAIRS = 3;

/** The measures of a bank in the order in which they are read. */
export function bankWords(bank: BankDiagnosis, item: (j: number) => string, t: Words): BankWords[] {
  const { margins, correlations, dependence, dimensions, reliability, information } = bank;
  const words = <T>(name: string, { value, reason }: Finding<T>, of: Meaning<T>): BankWords => {
    const known = value === null ? null : of(value);
    return known === null
      ? { name, value: '–', meaning: retold(sentence(reason!), t) }
      : { name, value: known[0], meaning: sentences(known.slice(1), t) };
  };
  const pair = ([one, two]: readonly [number, number]) =>
    t('{one} and {two}||items', { one: item(one), two: item(two) });
  return [
    words(t('Reliability, empirical'), reliability.empirical, (value) => [
      decimal(value, 3),
      reliabilityWords(value, t),
    ]),
    words(t('Reliability, marginal'), reliability.marginal, (value) => [
      decimal(value, 3),
      t('Of examinees drawn from the prior.'),
    ]),
    words(t('Smallest standard error'), information, ({ smallest }) => [
      decimal(smallest.standardError, 3),
      t('Of an ability estimated from all items, at ability {ability}.', {
        ability: decimal(smallest.ability, 2),
      }),
    ]),
    words('M2', margins, (fit) => marginWords(fit, t)),
    words(t('Residual correlations'), correlations, ({ srmsr, largest, pair: worst }) => [
      `SRMSR ${decimal(srmsr.observed, 3)}`,
      simulatedWords(srmsr, t),
      largestWords(largest, worst.value, pair(worst.items), t),
    ]),
    words(t('Dependent pairs (Q3)'), dependence, (found) => dependenceWords(found, pair, t)),
    words(t('Dimensions'), dimensions, ({ best, enough, compared, families }) => [
      `${enough}`,
      dimensionWords(enough, compared.length, t),
      t(
        'Log-likelihood per answer: {values} (best {best}, {families, plural, one {# family} other {# families}}).',
        {
          values: listed(
            compared.map(
              ({ dimensions: n, logLikelihood }) => `${n}: ${decimal(logLikelihood, 4)}`,
            ),
            t,
          ),
          best,
          families,
        },
      ),
    ]),
  ];
}

/** A value, then sentences on what it says and what to do. */
type Meaning<T> = (value: T) => readonly [string, ...string[]];

function marginWords({ m2, df, p, rmsea, rmseaInterval: [low, high] }: MarginFit, t: Words) {
  const fit =
    rmsea <= RMSEA[0]
      ? t('close fit')
      : rmsea <= RMSEA[1]
        ? t('acceptable fit')
        : t('poor fit; look at items and dimensions');
  return [
    t('{value}, df {df}, p {p}', { value: decimal(m2, 1), df: count(df), p: chanceText(p, t) }),
    t('RMSEA {value} (90% interval {low} to {high}): {fit}.', {
      value: decimal(rmsea, 3),
      low: decimal(low, 3),
      high: decimal(high, 3),
      fit,
    }),
  ] as const;
}

function dependenceWords(
  { largest, dependent, pairs, compared, threshold }: LocalDependence,
  pair: (items: readonly [number, number]) => string,
  t: Words,
): readonly [string, ...string[]] {
  const named = pairs.slice(0, MOST_PAIRS).map(({ items }) => pair(items));
  if (dependent === null || threshold === null)
    return [
      '–',
      t(
        'Largest |Q3 − mean|: {values}. Without simulated answers there is no limit to compare it with.',
        { values: listed([decimal(largest.observed, 2), ...named.slice(0, 1)], t) },
      ),
    ];
  const value = t('{n} of {all}', { n: count(dependent), all: count(compared) });
  const limit = decimal(threshold, 2);
  if (dependent === 0)
    return [
      value,
      t('No pair beyond {limit}, the 5% limit of the largest |Q3 − mean| of independent items.', {
        limit,
      }),
    ];
  const shown = named.map((name, k) => `${name} ${decimal(pairs[k].value, 2)}`);
  return [
    value,
    t('Beyond {limit}, the 5% limit of the largest |Q3 − mean| of independent items: {pairs}.', {
      limit,
      pairs: [...shown, ...(dependent > MOST_PAIRS ? ['…'] : [])].join(t('; ')),
    }),
    t('Look for shared text, or one item that gives away another.'),
  ];
}

function dimensionWords(enough: number, compared: number, t: Words): string {
  if (compared === 1)
    return t(
      'Only {n, plural, one {# ability} other {# abilities}} could be tried, so nothing was compared.',
      { n: enough },
    );
  return enough === 1
    ? t('One ability predicts answers of left-out examinees as well as more do.')
    : t(
        '{n} abilities predict answers of left-out examinees better than fewer; consider calibrating parts of the bank apart.',
        { n: enough },
      );
}

function reliabilityWords(value: number, t: Words): string {
  if (value >= RELIABLE[0]) return t('High: single examinees can be compared.');
  if (value >= RELIABLE[1])
    return t('Enough to compare groups; single examinees only if they are far apart.');
  return t('Low: abilities from these items hardly distinguish these examinees.');
}

function simulatedWords({ simulated, p }: Simulated, t: Words): string {
  if (simulated === null || p === null) return '';
  return t('Answers simulated from the parameters give {low} to {high} (p {p}): {says}.', {
    low: decimal(simulated[0], 3),
    high: decimal(simulated[2], 3),
    p: chanceText(p, t),
    says:
      p < LEAST_P
        ? t('some items go together more than one ability explains')
        : t('this shows nothing, because parameters were fitted to the same answers'),
  });
}

function largestWords({ p }: Simulated, correlation: number, pair: string, t: Words): string {
  const value = decimal(correlation, 2);
  return p === null
    ? t('Largest: {value}, {pair}.', { value, pair })
    : t('Largest: {value}, {pair} (p {p}).', { value, pair, p: chanceText(p, t) });
}

/** With a capital and a full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
