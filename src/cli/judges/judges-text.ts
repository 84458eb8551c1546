import { ENGLISH, type ReportText, type Words } from '../../languages/words.ts';
import { correlation, decimal, orDash, plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import { ALPHA_LEVELS } from '../../statistics/agreement/krippendorff-alpha.ts';
import type {
  JudgesReport,
  Measured,
  PairMeasure,
  RaterPair,
} from '../../workflow/judges/analyse-judges.ts';

export const MEASURE_NAMES: Readonly<Record<PairMeasure, ReportText>> = {
  pearson: /*T*/ "Pearson's r",
  spearman: /*T*/ "Spearman's ρ",
  kendall: /*T*/ "Kendall's τ-b",
  kappa: /*T*/ "Cohen's κ",
  linear: /*T*/ 'linear κ',
  quadratic: /*T*/ 'quadratic κ',
};

/** Pairs of judges that are listed. */
const MOST_PAIRS = 30;

/** `.71 [.60, .80]` */
export function measuredText({ value, low, high }: Measured, t: Words = ENGLISH): string {
  return low === null || high === null
    ? correlation(value, t)
    : t('{value} [{low}, {high}]', {
        value: correlation(value, t),
        low: correlation(low, t),
        high: correlation(high, t),
      });
}

/** The report for a terminal. */
export function judgesText(report: JudgesReport): string {
  const { judges, answers, aspect, people, withPeople, pairs } = report;
  return [
    `${plural(answers, 'answer')}, ${plural(judges.length, 'judge')}${people.length > 0 ? `, ${plural(people.length, 'person', 'people')}` : ''}${aspect === null ? '' : `, aspect ${aspect}`}`,
    textTable(
      [{ head: 'judge' }, { head: 'answers', align: 'right' }, { head: 'mean', align: 'right' }],
      judges.map(({ name, answers: own, mean }) => [name, String(own), orDash(mean, 3)]),
    ),
    ...(withPeople.length === 0 ? [] : ['With people:', pairTable(withPeople)]),
    ...(pairs.length === 0
      ? []
      : [
          `With each other${pairs.length > MOST_PAIRS ? ` (${MOST_PAIRS} of ${pairs.length} pairs; --json has all)` : ''}:`,
          pairTable(pairs.slice(0, MOST_PAIRS)),
        ]),
    ...alphaLines(report),
    effectiveText(report),
    ...familyLines(report),
  ].join('\n\n');
}

function pairTable(pairs: readonly RaterPair[]): string {
  const shown: readonly PairMeasure[] = ['spearman', 'pearson', 'kendall', 'quadratic'];
  return textTable(
    [
      { head: 'raters' },
      { head: 'answers', align: 'right' },
      ...shown.map((name) => ({ head: MEASURE_NAMES[name] })),
    ],
    pairs.map(({ first, second, answers, measures }) => [
      `${first}, ${second}`,
      String(answers),
      ...shown.map((name) => measuredText(measures[name])),
    ]),
  );
}

function alphaLines({ alpha }: JudgesReport): string[] {
  return (['judges', 'people'] as const).flatMap((who) => {
    const own = alpha[who];
    if (own === null) return [];
    return `Krippendorff's α of ${who}: ${ALPHA_LEVELS.map((level) => `${level} ${measuredText(own[level])}`).join(', ')}`;
  });
}

/** What several judges are worth, and what the number cannot show. */
export function effectiveText({ effective, judges }: JudgesReport, t: Words = ENGLISH): string {
  if (effective === null)
    return judges.length < 2
      ? t('Effective number of judges: needs two judges.')
      : t(
          'Effective number of judges: needs three answers that two judges scored, with different scores.',
        );
  const { effective: number, interval, correlation: rho, errors } = effective;
  const range =
    interval.low === null || interval.high === null
      ? ''
      : ` [${decimal(interval.low, 1)}, ${decimal(interval.high, 1)}]`;
  const note =
    errors === 'people'
      ? t(
          'errors are differences from people; what people get wrong counts as an error of all judges',
        )
      : t(
          'a lower bound: without scores of people, the quality of the single answer counts as a shared error, and what all judges get wrong cannot be seen',
        );
  return t(
    'Effective number of judges: {number}{range} of {judges} (mean correlation of errors {rho}; {note})',
    {
      number: decimal(number, 1),
      range,
      judges: String(effective.judges),
      rho: correlation(rho, t),
      note,
    },
  );
}

function familyLines({ families, familiesFrom }: JudgesReport): string[] {
  const known = families.filter(({ family }) => family !== '');
  if (known.length === 0)
    return [
      'Own-family bias: no judge is of the family of a model. If one is, name families by --families FILE.',
    ];
  return [
    `Own-family bias (families: ${familiesFrom}; 95% intervals):`,
    textTable(
      [
        { head: 'judge' },
        { head: 'family' },
        { head: 'own answers', align: 'right' },
        { head: 'other answers', align: 'right' },
        { head: 'bias' },
      ],
      known.map((one) => [
        one.judge,
        one.family,
        String(one.own),
        String(one.others),
        biasText(one),
      ]),
    ),
  ];
}

/** `+0.12 [+0.05, +0.19]` in units of the score. */
export function biasText(
  {
    bias,
    low,
    high,
  }: {
    readonly bias: number | null;
    readonly low: number | null;
    readonly high: number | null;
  },
  t: Words = ENGLISH,
): string {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${decimal(value, 3)}`;
  if (bias === null) return t('cannot be told from other effects');
  return low === null || high === null
    ? signed(bias)
    : t('{value} [{low}, {high}]', { value: signed(bias), low: signed(low), high: signed(high) });
}
