import type { ModelRank } from '../../evaluation/rank-models.ts';
import type { BankEstimate, ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { type ReportText, sentences, type Words } from '../../languages/words.ts';
import { chanceText, count, decimal, intervalText, money2, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { hasAbsent } from '../../scoring/absent.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type {
  AspectScore,
  EvaluationResult,
  EvaluationUse,
} from '../../workflow/evaluation/evaluation-result.ts';

/** Differences and swaps that are named. */
const MOST_NAMED = 12;

/** `61.2`, `55.0 – 67.1`; dashes if there is no score. */
export function estimateCells(
  estimate: ScoreEstimate | null,
  t: Words,
): [score: string, interval: string] {
  if (estimate === null) return ['–', '–'];
  return [decimal(estimate.score, 1), intervalText(estimate, true, t)];
}

/** `3.25 (2.90 – 3.60)`; without the interval where there is none. */
export function gradeText({ mean, low, high }: AspectScore, t: Words): string {
  const text = decimal(mean, 2);
  return low == null || high == null
    ? text
    : t('{value} ({low} – {high})', { value: text, low: decimal(low, 2), high: decimal(high, 2) });
}

/** `2 (1–3)`, `1`, or a dash. */
export function placeText(rank: ModelRank | null): string {
  if (rank === null) return '–';
  const { place, bestPlace, worstPlace } = rank;
  return bestPlace === worstPlace ? `${place}` : `${place} (${bestPlace}–${worstPlace})`;
}

/** What an evaluation took of a model or a judge, in a line. */
export function useText({
  answers,
  promptTokens,
  completionTokens,
  cost,
  seconds,
}: EvaluationUse): string {
  return [
    count(answers),
    `${thousands(promptTokens)} + ${thousands(completionTokens)}`,
    cost === 0 ? '–' : money2(cost),
    seconds === null ? '–' : `${decimal(seconds.median, 1)} (95%: ${decimal(seconds.p95, 1)})`,
  ].join(', ');
}

function thousands(tokens: number): string {
  return tokens < 10_000 ? count(tokens) : `${count(Math.round(tokens / 1000))}k`;
}

/** What the scores and intervals are of. */
export function scoreWords(result: EvaluationResult, t: Words): string {
  const { items, bankItems, models } = result;
  const isWhole =
    items === bankItems && models.every(({ score }) => score !== null && score.items === items);
  const bank = isWhole
    ? t('The scores are those of the bank, exactly.')
    : t('On the items of the bank: {intervals}.', {
        intervals: models
          .map(({ model, score }) => `${plainText(model)} ${bankInterval(score, t)}`)
          .join(t('; ')),
      });
  return sentences(
    [
      t('Scores are in points, of 100.'),
      t('Intervals are of the score on an unlimited number of items like these.'),
      bank,
    ],
    t,
  );
}

function bankInterval(score: BankEstimate | null, t: Words): string {
  if (score === null) return '–';
  return intervalText({ low: score.bankLow, high: score.bankHigh }, true, t);
}

/** Which models differ. */
export function differenceLines({ differences, models }: EvaluationResult, t: Words): string[] {
  const pairs = (models.length * (models.length - 1)) / 2;
  if (pairs === 0) return [];
  const shown = differences.slice(0, MOST_NAMED).map(
    ({ higher, lower, difference, p }) =>
      `  ${t('{higher} scores higher than {lower}: {n} points (p {p})', {
        higher: plainText(higher),
        lower: plainText(lower),
        n: decimal(difference, 1),
        p: chanceText(p, t),
      })}`,
  );
  const more = differences.length - shown.length;
  return [
    t(
      '{n, number} of {pairs, plural, one {# pair} other {# pairs}} of models {n, plural, one {differs} other {differ}}, with at most 10% chance of any error. Ranks in brackets are those that these differences leave open.',
      { n: differences.length, pairs },
    ),
    ...shown,
    ...(more > 0 ? [`  ${t('… and {n} more', { n: count(more) })} (--json has all)`] : []),
  ];
}

/** Calls that got no answer, and why: of each model the first ones. */
export function unansweredLines({ unanswered = [] }: EvaluationResult, t: Words): string[] {
  return unanswered.flatMap(({ model, calls, first }) => [
    t('{model}: {n, plural, one {# call} other {# calls}} without an answer.', {
      model: plainText(model),
      n: calls,
    }),
    ...first.map(({ item, reason }) => `  ${plainText(item)}: ${plainText(reason)}`),
  ]);
}

/** How to count questions that are too long, for whoever asked them: the table has them as missing. */
export function tooLongLines({ tooLong }: EvaluationResult): string[] {
  if (tooLong === 0) return [];
  const are =
    tooLong === 1
      ? 'is longer than the context of its model, and stays'
      : 'are longer than the context of their model, and stay';
  return [
    `${plural(tooLong, 'question')} ${are} missing. To count such questions as wrong: -T toolong=wrong.`,
  ];
}

/** What becomes of the ranking if unreadable and refused answers count as missing. */
export function missingLines({ models }: EvaluationResult, longer: string, t: Words): string[] {
  const affected = models.filter(({ states }) => hasAbsent(states));
  if (affected.length === 0) return [];
  const lines = affected.map(({ model, score, rank, ifMissing, states }) => {
    const [before] = estimateCells(score, t);
    const [after] = estimateCells(ifMissing.score, t);
    const moved =
      rank?.place === ifMissing.rank?.place
        ? ''
        : t(', rank {before} → {after}', {
            before: placeText(rank),
            after: placeText(ifMissing.rank),
          });
    return `  ${t('{model}: {counts}; score {before} → {after}{moved}', {
      model: plainText(model),
      counts: absentText(states, t),
      ...{ before, after, moved },
    })}`;
  });
  const isMoved = models.some(({ rank, ifMissing }) => rank?.place !== ifMissing.rank?.place);
  return [
    isMoved
      ? t(
          'Unreadable, truncated and refused answers count as 0. If they counted as missing, ranks would change:',
        )
      : t(
          'Unreadable, truncated and refused answers count as 0. If they counted as missing, no rank would change:',
        ),
    ...lines,
    ...truncatedNotes(
      models.map(({ states }) => states),
      longer,
      t,
    ),
  ];
}

/** Which models change places between levels of a factor by more than chance. */
export function swapLines({ factors, models }: EvaluationResult, name: string, t: Words): string[] {
  const { levels, pairs } = factors.find(({ factor }) => factor === name)!;
  const shown = pairs.flatMap(({ levels: [x, y], swaps }) =>
    swaps.flatMap(({ first, second, at, isShown }) =>
      isShown
        ? [
            `  ${t('{second} minus {first}: {n} points at {one}, {m} at {other}', {
              second: plainText(models[second].model),
              first: plainText(models[first].model),
              n: decimal(at[0], 1),
              m: decimal(at[1], 1),
              one: levels[x],
              other: levels[y],
            })}`,
          ]
        : [],
    ),
  );
  if (shown.length === 0)
    return [t('No swap of two models is shown: differences of opposite sign could be chance.')];
  return [
    t('Swaps shown, with at most 10% chance of any false difference:'),
    ...shown.slice(0, MOST_NAMED),
    ...(shown.length > MOST_NAMED
      ? [`  ${t('… and {n} more', { n: count(shown.length - MOST_NAMED) })}`]
      : []),
  ];
}

const FACTORS: Readonly<Record<string, ReportText>> = {
  model: /*T*/ 'model',
  temperature: /*T*/ 'temperature',
  prompt: /*T*/ 'prompt',
  judge: /*T*/ 'judge',
};

/** A factor of an evaluation in words; one that a file names has its own name. */
export function factorWords(factor: string, t: Words): string {
  return Object.hasOwn(FACTORS, factor) ? t(FACTORS[factor]) : factor;
}

/** The word for a state of answers, as the head of a column. */
export function stateWord<S extends string>(state: S): Exclude<S, 'tooLong'> | 'too long' {
  return state === 'tooLong' ? 'too long' : (state as Exclude<S, 'tooLong'>);
}
