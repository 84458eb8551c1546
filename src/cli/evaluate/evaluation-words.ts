import type { ModelRank } from '../../evaluation/rank-models.ts';
import type { BankEstimate, ScoreEstimate } from '../../evaluation/score-estimate.ts';
import { count, decimal, intervalText, money2, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type {
  AspectScore,
  EvaluationResult,
  EvaluationUse,
} from '../../workflow/evaluation/evaluation-result.ts';
import { standInText } from '../asking/stand-in-text.ts';

/** Differences and swaps that are named. */
const MOST_NAMED = 12;

/** `61.2`, `55.0 – 67.1`; dashes if there is no score. */
export function estimateCells(estimate: ScoreEstimate | null): [score: string, interval: string] {
  if (estimate === null) return ['–', '–'];
  return [decimal(estimate.score, 1), intervalText(estimate, true)];
}

/** `3.25 (2.90 – 3.60)`; without the interval where there is none. */
export function gradeText({ mean, low, high }: AspectScore): string {
  const text = decimal(mean, 2);
  return low == null || high == null ? text : `${text} (${decimal(low, 2)} – ${decimal(high, 2)})`;
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
export function scoreWords(result: EvaluationResult): string {
  const { items, bankItems, models } = result;
  const isWhole =
    items === bankItems && models.every(({ score }) => score !== null && score.items === items);
  const bank = isWhole
    ? 'The scores are those of the bank, exactly.'
    : `On the items of the bank: ${models.map(({ model, score }) => `${plainText(model)} ${bankInterval(score)}`).join('; ')}.`;
  return `Scores are in points, of 100. Intervals are of the score on an unlimited number of items like these. ${bank}`;
}

function bankInterval(score: BankEstimate | null): string {
  if (score === null) return '–';
  return intervalText({ low: score.bankLow, high: score.bankHigh }, true);
}

/** Which models differ. */
export function differenceLines({ differences, models }: EvaluationResult): string[] {
  const pairs = (models.length * (models.length - 1)) / 2;
  if (pairs === 0) return [];
  const shown = differences
    .slice(0, MOST_NAMED)
    .map(
      ({ higher, lower, difference, p }) =>
        `  ${plainText(higher)} scores higher than ${plainText(lower)}: ${decimal(difference, 1)} points (p ${pText(p)})`,
    );
  const more = differences.length - shown.length;
  return [
    `${count(differences.length)} of ${plural(pairs, 'pair')} of models ${differences.length === 1 ? 'differs' : 'differ'}, with at most 10% chance of any error. Ranks in brackets are those that these differences leave open.`,
    ...shown,
    ...(more > 0 ? [`  … and ${count(more)} more (--json has all)`] : []),
  ];
}

function pText(p: number): string {
  return p < 0.001 ? '< .001' : `= ${decimal(p, 3).replace(/^0\./, '.')}`;
}

/** What becomes of the ranking if unreadable and refused answers count as missing. */
export function missingLines({ models }: EvaluationResult): string[] {
  const affected = models.filter(({ states }) => states.unread + states.refused > 0);
  if (affected.length === 0) return [];
  const lines = affected.map(({ model, score, rank, ifMissing, states }) => {
    const [before] = estimateCells(score);
    const [after] = estimateCells(ifMissing.score);
    const moved =
      rank?.place === ifMissing.rank?.place
        ? ''
        : `, rank ${placeText(rank)} → ${placeText(ifMissing.rank)}`;
    return `  ${plainText(model)}: ${plural(states.unread, 'unreadable answer')}, ${count(states.refused)} refused; score ${before} → ${after}${moved}`;
  });
  const isMoved = models.some(({ rank, ifMissing }) => rank?.place !== ifMissing.rank?.place);
  return [
    `Unreadable and refused answers count as 0. If they counted as missing, ${isMoved ? 'ranks would change' : 'no rank would change'}:`,
    ...lines,
  ];
}

/** Which models change places between levels of a factor by more than chance. */
export function swapLines({ factors, models }: EvaluationResult, name: string): string[] {
  const { levels, pairs } = factors.find(({ factor }) => factor === name)!;
  const shown = pairs.flatMap(({ levels: [x, y], swaps }) =>
    swaps.flatMap(({ first, second, at, isShown }) =>
      isShown
        ? [
            `  ${plainText(models[second].model)} minus ${plainText(models[first].model)}: ${decimal(at[0], 1)} points at ${levels[x]}, ${decimal(at[1], 1)} at ${levels[y]}`,
          ]
        : [],
    ),
  );
  if (shown.length === 0)
    return ['No swap of two models is shown: differences of opposite sign could be chance.'];
  return [
    'Swaps shown, with at most 10% chance of any false difference:',
    ...shown.slice(0, MOST_NAMED),
    ...(shown.length > MOST_NAMED ? [`  … and ${count(shown.length - MOST_NAMED)} more`] : []),
  ];
}

/** Which models and judges were none. */
export function standInNote({ standIns = [], models, judges }: EvaluationResult): string {
  return standInText(standIns, [
    ...models.map(({ model }) => model),
    ...judges.map(({ judge }) => judge),
  ]);
}
