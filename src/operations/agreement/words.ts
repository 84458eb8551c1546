import { ENGLISH, listed, type ReportText, sentences, type Words } from '../../languages/words.ts';
import { correlation, decimal, percent } from '../../numbers.ts';
import type { CorrelationName } from '../../statistics/correlation-interval.ts';
import type {
  ComparedModel,
  OnlyOne,
  RankingPair,
} from '../../workflow/agreement/compare-rankings.ts';

export const COEFFICIENT_NAMES: Readonly<Record<CorrelationName, ReportText>> = {
  kendall: /*T*/ "Kendall's τ-b",
  spearman: /*T*/ "Spearman's ρ",
  pearson: /*T*/ "Pearson's r",
};

/** `.812 [.640, .905]`; without the brackets if there is no interval, a dash if there is no value. */
export function withInterval(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | null,
  t: Words = ENGLISH,
): string {
  return value === null || interval === null
    ? correlation(value, t)
    : `${correlation(value, t)} [${correlation(interval.low, t)}, ${correlation(interval.high, t)}]`;
}

export function differenceText({ difference, se }: ComparedModel): string {
  return `${difference > 0 ? '+' : ''}${decimal(difference, 2)}${se === 0 ? '' : ` ± ${decimal(se, 2)}`}`;
}

export function verdictText({ exceedsErrors }: ComparedModel, t: Words = ENGLISH): string {
  if (exceedsErrors === null) return t('errors not known');
  return exceedsErrors ? t('more than the errors') : t('within the errors');
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
export function pairNotes(pair: RankingPair, confidence: number, t: Words = ENGLISH): string[] {
  const { first, second, areErrorsKnown, reliability, shared, equal, skewed } = pair;
  const hasTrue = pair.coefficients.pearson.these !== null;
  const unknown = [first, second].filter((_, k) => !areErrorsKnown[k]);
  const shares = [first, second].flatMap((name, k) => {
    const share = reliability[k];
    return share === null ? [] : [{ name, share }];
  });
  return [
    t(
      'Brackets are {share} intervals. "measured": of the scores as they are; the interval is about other models like these, measured as these.',
      { share: percent(confidence) },
    ),
    ...(hasTrue
      ? [
          t(
            '"these models": of the scores without their errors, for these models; "models like these": the same for other models, if scores are normal among them.',
          ),
        ]
      : []),
    ...equal.map((ranking) =>
      t('All models of both have the same score in {ranking}: agreement is not defined.', {
        ranking,
      }),
    ),
    ...(hasTrue && skewed.length > 0
      ? [
          t(
            'Scores of {rankings} are skewed. Intervals without errors take true scores as symmetric; of very skewed scores of 15 or 30 models 88% of the 90% intervals held in simulations.',
            { rankings: skewed.join(t(' and ')) },
          ),
        ]
      : []),
    ...(hasTrue && Math.abs(pair.coefficients.pearson.measured ?? 0) > ON_A_LINE
      ? [
          t(
            'The measured scores lie on one line (Pearson’s r = ±1), and the interval of such an r has no width for any number of models. It takes the scores as they are; without errors, true scores can lie anywhere within the errors of both rankings, so r is lower.',
          ),
        ]
      : []),
    ...(unknown.length === 0
      ? []
      : [
          unknown.length === 2
            ? sentences(
                [
                  t('No errors are known, so agreement without them and the verdicts are missing.'),
                  t(HOW_ERRORS),
                ],
                t,
              )
            : sentences(
                [
                  t(
                    'The errors of {ranking} are not known and count as 0, so agreement without errors is a lower bound in size.',
                    { ranking: unknown[0] },
                  ),
                  t(HOW_ERRORS),
                ],
                t,
              ),
        ]),
    ...reliabilityNotes(shares, t),
    ...(shared < FEW
      ? [
          t('Only {n, plural, one {# model} other {# models}} in both: intervals are rough.', {
            n: shared,
          }),
        ]
      : []),
  ];
}

/** Below this share errors hide much of the agreement. */
const LOW_RELIABILITY = 0.8;

function reliabilityNotes(
  shares: readonly { readonly name: string; readonly share: number }[],
  t: Words,
) {
  if (shares.length === 0) return [];
  const each = listed(
    shares.map(({ name, share }) =>
      t('{share} in {ranking}', { share: percent(share), ranking: name }),
    ),
    t,
  );
  const low = shares.filter(({ share }) => share < LOW_RELIABILITY).map(({ name }) => name);
  return [
    t(
      'Reliability: {each}. That is the share of the variance of the scores that comes from the models and not from measurement errors.',
      { each },
    ),
    ...(low.length === 0
      ? []
      : [
          t(
            'The errors of {rankings} hide part of the agreement: use that without errors, or ask more questions per model.',
            { rankings: low.join(t(' and ')) },
          ),
        ]),
  ];
}

const HOW_ERRORS =
  /*T*/ 'Give them as a column se, as low and high, or by --questions.' satisfies ReportText;
const FEW = 10;

/** A model without a partner, with what it might be. */
export function onlyOneText(
  { name, isAmbiguous, candidates }: OnlyOne,
  t: Words = ENGLISH,
): string {
  if (candidates.length === 0) return name;
  const facts = { name, names: listed(candidates, t) };
  return isAmbiguous
    ? t('{name} (fits several: {names})', facts)
    : t('{name} (nearest: {names})', facts);
}

const ERRORS_FROM: Readonly<Record<string, ReportText>> = {
  intervals: /*T*/ 'intervals',
  'standard errors': /*T*/ 'standard errors',
  'numbers of questions': /*T*/ 'numbers of questions',
  'exact scores': /*T*/ 'exact scores',
  none: /*T*/ 'none',
};

/** Where the errors of a ranking come from, in words. */
export function errorsFromText(from: string, t: Words): string {
  if (Object.hasOwn(ERRORS_FROM, from)) return t(ERRORS_FROM[from]);
  const questions = /^(\d+) questions$/.exec(from);
  return questions === null ? from : t('{n} questions', { n: questions[1] });
}
