import { correlation, decimal, percent, plural } from '../../numbers.ts';
import type { CorrelationName } from '../../statistics/correlation-interval.ts';
import type {
  ComparedModel,
  OnlyOne,
  RankingPair,
} from '../../workflow/agreement/compare-rankings.ts';

export const COEFFICIENT_NAMES: Readonly<Record<CorrelationName, string>> = {
  kendall: "Kendall's τ-b",
  spearman: "Spearman's ρ",
  pearson: "Pearson's r",
};

/** `.812 [.640, .905]`; without the brackets if there is no interval, a dash if there is no value. */
export function withInterval(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return value === null || interval === null
    ? correlation(value)
    : `${correlation(value)} [${correlation(interval.low)}, ${correlation(interval.high)}]`;
}

export function differenceText({ difference, se }: ComparedModel): string {
  return `${difference > 0 ? '+' : ''}${decimal(difference, 2)}${se === 0 ? '' : ` ± ${decimal(se, 2)}`}`;
}

export function verdictText({ exceedsErrors }: ComparedModel): string {
  if (exceedsErrors === null) return 'errors not known';
  return exceedsErrors ? 'more than the errors' : 'within the errors';
}

export function rankText(rank: number): string {
  return Number.isInteger(rank) ? String(rank) : decimal(rank, 1);
}

/** The names of a model in both rankings. */
export function modelText({ first, second }: ComparedModel): string {
  return first === second ? first : `${first} = ${second}`;
}

/** Beyond this, r prints as 1.000. */
const ON_A_LINE = 0.9995;

/** What a pair's intervals are about, and what they leave out. */
export function pairNotes(pair: RankingPair, confidence: number): string[] {
  const { first, second, areErrorsKnown, reliability, models } = pair;
  const hasTrue = pair.coefficients.pearson.these !== null;
  const unknown = [first, second].filter((_, k) => !areErrorsKnown[k]);
  const shares = [first, second].flatMap((name, k) => {
    const share = reliability[k];
    return share === null ? [] : [{ name, share }];
  });
  return [
    `Brackets are ${percent(confidence)} intervals. "measured": of the scores as they are; the interval is about other models like these, measured as these.`,
    ...(hasTrue
      ? [
          '"these models": of the scores without their errors, for these models; "models like these": the same for other models, if scores are normal among them.',
        ]
      : []),
    ...(hasTrue && Math.abs(pair.coefficients.pearson.measured ?? 0) > ON_A_LINE
      ? [
          'The measured scores lie on one line (Pearson’s r = ±1), and the interval of such an r has no width for any number of models. It takes the scores as they are; without errors, true scores can lie anywhere within the errors of both rankings, so r is lower.',
        ]
      : []),
    ...(unknown.length === 0
      ? []
      : [
          unknown.length === 2
            ? `No errors are known, so agreement without them and the verdicts are missing. ${HOW_ERRORS}`
            : `The errors of ${unknown[0]} are not known and count as 0, so agreement without errors is a lower bound in size. ${HOW_ERRORS}`,
        ]),
    ...reliabilityNotes(shares),
    ...(models.length < FEW
      ? [`Only ${plural(models.length, 'model')} in both: intervals are rough.`]
      : []),
  ];
}

/** Below this share errors hide much of the agreement. */
const LOW_RELIABILITY = 0.8;

function reliabilityNotes(shares: readonly { readonly name: string; readonly share: number }[]) {
  if (shares.length === 0) return [];
  const each = shares.map(({ name, share }) => `${percent(share)} in ${name}`).join(', ');
  const low = shares.filter(({ share }) => share < LOW_RELIABILITY).map(({ name }) => name);
  return [
    `Reliability: ${each}. That is the share of the variance of the scores that comes from the models and not from measurement errors.`,
    ...(low.length === 0
      ? []
      : [
          `The errors of ${low.join(' and ')} hide part of the agreement: use that without errors, or ask more questions per model.`,
        ]),
  ];
}

const HOW_ERRORS = 'Give them as a column se, as low and high, or by --questions.';
const FEW = 10;

/** A model without a partner, with what it might be. */
export function onlyOneText({ name, isAmbiguous, candidates }: OnlyOne): string {
  if (candidates.length === 0) return name;
  return `${name} (${isAmbiguous ? 'fits several: ' : 'nearest: '}${candidates.join(', ')})`;
}
