import { itemScores } from '../../evaluation/answer-table.ts';
import { analysePairs, expectedShare } from '../../evaluation/pair-verdicts.ts';
import { type RankCorrelation, rankCorrelation } from '../../evaluation/ranking-stability.ts';
import { meanEstimate } from '../../evaluation/score-estimate.ts';
import type { PositionBias } from '../../scoring/judges/combine-orders.ts';
import { kendall } from '../../statistics/kendall.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { EvaluationJob } from './evaluation-job.ts';
import type { ReadEvaluation } from './read-evaluation.ts';

/** What judges said of the answers of two models each. Models and judges by name. */
export interface PairwiseResult {
  readonly pairs: readonly {
    readonly first: string;
    readonly second: string;
    /** Of the first, by question, repeat and judge. */
    readonly wins: number;
    readonly ties: number;
    readonly losses: number;
    /** Comparisons that are asked or kept in one order only, or whose verdicts could not be read. */
    readonly missing: number;
  }[];
  /** By strength; null if no finite strengths fit best. */
  readonly strengths: readonly ModelStrength[] | null;
  /** Log odds of a tie of equals against a win of one of them; null without ties. */
  readonly logTie: number | null;
  /** Why there are no strengths; null if there are. */
  readonly unfitted: {
    /** Groups were never compared, or one won all its comparisons with the others. */
    readonly reason: 'unconnected' | 'separated';
    /** Of `separated` the stronger first. */
    readonly groups: readonly (readonly string[])[];
  } | null;
  readonly judges: readonly ({ readonly judge: string; readonly unread: number } & PositionBias)[];
  /** Of strengths and mean scores on the compared items. */
  readonly agreement: {
    readonly kendall: RankCorrelation;
    readonly spearman: RankCorrelation;
    /** Pairs of models that both order differently. */
    readonly differently: readonly (readonly [string, string])[];
  } | null;
}

export interface ModelStrength {
  readonly model: string;
  /** Log strength; the mean over models is 0. Ends are null if they are not known. */
  readonly strength: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Points of 100 that it can expect against a model of mean strength: 100 for a win, 50 for a tie. */
  readonly points: number;
  readonly pointsLow: number;
  readonly pointsHigh: number;
  /** Mean score on the compared items, in points. */
  readonly score: number | null;
}

/** @returns null if judges compare no answers @param headline the conditions that models are ranked by */
export function pairwiseResult(
  { table, verdicts, unreadVerdicts }: ReadEvaluation,
  { plan, bank, models, judges }: EvaluationJob,
  headline: readonly number[],
): PairwiseResult | null {
  const { compared } = plan;
  if (compared === null) return null;
  const { pairs, fit, bias } = analysePairs(models.length, compared.pairs, judges.length, verdicts);
  const nameOf = (m: number) => models[m].name;
  const scores = models.map((_, m) => {
    const answers = headline.map((c) => plan.answerOf(m, c));
    const own = itemScores(table, answers);
    return meanEstimate(own, (item) => bank.comparable[item] > 0)?.score ?? null;
  });
  const isFitted = fit.state === 'fitted';
  return {
    pairs: pairs.map(({ first, second, wins, ties, losses, missing }) => ({
      ...{ first: nameOf(first), second: nameOf(second), wins, ties, losses, missing },
    })),
    strengths: isFitted
      ? fit.strengths
          .map(({ strength, low, high }, m) => ({
            model: nameOf(m),
            strength,
            low: Number.isFinite(low) ? low : null,
            high: Number.isFinite(high) ? high : null,
            points: 100 * expectedShare(strength, fit.logTie),
            pointsLow: 100 * expectedShare(low, fit.logTie),
            pointsHigh: 100 * expectedShare(high, fit.logTie),
            score: scores[m],
          }))
          .sort((x, y) => y.strength - x.strength)
      : null,
    logTie: isFitted ? fit.logTie : null,
    unfitted: isFitted
      ? null
      : { reason: fit.state, groups: fit.groups.map((group) => group.map(nameOf)) },
    judges: judges.map(({ name }, j) => ({ judge: name, unread: unreadVerdicts[j], ...bias[j] })),
    agreement: isFitted
      ? agreementOf(
          models.map(({ name }, m) => ({
            name,
            strength: fit.strengths[m].strength,
            score: scores[m],
          })),
        )
      : null,
  };
}

function agreementOf(
  all: readonly {
    readonly name: string;
    readonly strength: number;
    readonly score: number | null;
  }[],
): PairwiseResult['agreement'] {
  const both = all.flatMap(({ name, strength, score }) =>
    score === null ? [] : [{ name, strength, score }],
  );
  if (both.length < 2) return null;
  const strengths = both.map(({ strength }) => strength);
  const scores = both.map(({ score }) => score);
  return {
    kendall: rankCorrelation('kendall', kendall(strengths, scores).value, both.length),
    spearman: rankCorrelation('spearman', spearman(strengths, scores), both.length),
    differently: both.flatMap((one, k) =>
      both
        .slice(k + 1)
        .filter((other) => (one.strength - other.strength) * (one.score - other.score) < 0)
        .map((other) => [one.name, other.name] as const),
    ),
  };
}
