import { ENGLISH, listed, type ReportText, type Words } from '../../languages/words.ts';
import { correlation, decimal } from '../../numbers.ts';
import type { JudgesReport, Measured, PairMeasure } from '../../workflow/judges/analyse-judges.ts';
import type { RaterDoubt } from '../../workflow/judges/rater-doubts.ts';

export const MEASURE_NAMES: Readonly<Record<PairMeasure, ReportText>> = {
  pearson: /*T*/ "Pearson's r",
  spearman: /*T*/ "Spearman's ρ",
  kendall: /*T*/ "Kendall's τ-b",
  kappa: /*T*/ "Cohen's κ",
  linear: /*T*/ 'linear κ',
  quadratic: /*T*/ 'quadratic κ',
};

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

export function doubtText(doubt: RaterDoubt, t: Words = ENGLISH): string {
  const { rater } = doubt;
  switch (doubt.kind) {
    case 'one score':
      return t(
        'Rater {rater} gave every answer the score {score}: its correlations (–) and its severity are not known.',
        { rater, score: String(doubt.score) },
      );
    case 'scale':
      return t(
        'The highest score of rater {rater} is {high}, and of most other raters at {side, select, most {most} other {least}} {others}. If they use different scales, bring the scores to one scale: α, κ, means and biases are wrong otherwise.',
        {
          ...{ rater, high: String(doubt.high), others: String(doubt.othersHigh) },
          side: doubt.high > doubt.othersHigh ? 'most' : 'least',
        },
      );
    case 'copy':
      return t(
        'Raters {of} and {rater} gave the same scores to all {n} answers that both scored. If one is a copy of the other, leave it out: it counts as agreement.',
        { rater, of: doubt.of, n: String(doubt.answers) },
      );
    case 'reversed':
      return t(
        'Rater {rater} is negatively correlated with {others}: is its scale reversed, with a smaller score for a better answer? α, κ, means and biases are wrong then.',
        { rater, others: listed(doubt.of, t) },
      );
    case 'alone':
      return t(
        'Rater {rater} scored no answer that another rater scored: nothing is known of its agreement.',
        { rater },
      );
  }
}

/** What several judges are worth, and what the number cannot show. */
export function effectiveText(report: JudgesReport, t: Words = ENGLISH): string {
  const { leftOut } = report;
  const text = worthText(report, t);
  return leftOut.length === 0
    ? text
    : t('{text}; without {names}, for the reasons below', { text, names: listed(leftOut, t) });
}

function worthText({ effective, isNegative, judges, leftOut }: JudgesReport, t: Words): string {
  if (isNegative)
    return t(
      'Effective number of judges: not known, because their errors correlate negatively, as with a reversed scale',
    );
  if (effective === null && leftOut.length > 0)
    return t('Effective number of judges: not known, because fewer than two can be compared');
  if (effective === null)
    return judges.length < 2
      ? t('Effective number of judges: needs two judges.')
      : t(
          'Effective number of judges: needs three answers that two judges scored, with different scores.',
        );
  const { effective: number, interval, correlation: rho, errors } = effective;
  const [low, high] = [interval.low, interval.high].map((end) =>
    end === null ? '' : decimal(end, 1),
  );
  const range = low === high ? '' : ` [${low}, ${high}]`;
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
