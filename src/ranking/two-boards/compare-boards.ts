import type { RandomStream } from '../../random.ts';
import {
  type CorrelationName,
  correlationInterval,
} from '../../statistics/correlation-interval.ts';
import { kendall } from '../../statistics/kendall.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { pearson } from '../../statistics/pearson.ts';
import { quantile } from '../../statistics/quantile.ts';
import { spearman } from '../../statistics/spearman.ts';
import { type Disagreement, disagreements, reliability } from './disagreements.ts';
import { drawTrueScores, FEWEST_MODELS, type TwoScores } from './true-scores.ts';

export const CORRELATIONS = ['kendall', 'spearman', 'pearson'] as const;

/** A coefficient with an interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** One coefficient of two rankings. */
export interface CoefficientAgreement {
  /** Of the scores as they were measured; null if all scores of a ranking are equal. */
  readonly measured: number | null;
  /** Its interval over models like these, measured as these; null with too few models. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Of the true scores of these models: median and interval. Null without errors, or with too few models. */
  readonly these: Estimate | null;
  /** Of the true scores of models like these, which are assumed to be t-distributed. */
  readonly like: Estimate | null;
}

/** How well two rankings of the same models agree. */
export interface BoardAgreement {
  readonly coefficients: Readonly<Record<CorrelationName, CoefficientAgreement>>;
  /** Share of the variance of each ranking that is not error; null if its errors are not known. */
  readonly reliability: readonly [number | null, number | null];
  /** One entry per model, in their order. */
  readonly models: readonly Disagreement[];
}

const COEFFICIENTS: Readonly<
  Record<CorrelationName, (x: Float64Array, y: Float64Array) => number | null>
> = { kendall: (x, y) => kendall(x, y).value, spearman, pearson };

/**
 * The coefficients of a bivariate normal distribution with correlation r: τ = (2/π) asin r, ρ = (6/π) asin(r/2).
 * @see Kruskal (1958), JASA 53, 814–861
 */
const OF_NORMAL: Readonly<Record<CorrelationName, (r: number) => number>> = {
  kendall: (r) => (2 / Math.PI) * Math.asin(r),
  spearman: (r) => (6 / Math.PI) * Math.asin(r / 2),
  pearson: (r) => r,
};

/** Draws of the true scores that coefficients are computed from. */
export const AGREEMENT_DRAWS = 2000;

export interface DrawOptions {
  readonly draws?: number;
  /** Called after each draw, if there are any. */
  readonly onDraw?: () => void;
}

/**
 * Compares two rankings of the same models.
 *
 * @param scores in the same order of models; errors of 0 where they are not known
 * @param areKnown whether the errors of each ranking are known
 * @param confidence of all intervals, such as 0.9
 */
export function compareBoards(
  scores: TwoScores,
  areKnown: readonly [boolean, boolean],
  confidence: number,
  random: RandomStream,
  { draws: count = AGREEMENT_DRAWS, onDraw = () => {} }: DrawOptions = {},
): BoardAgreement {
  const n = scores.x.length;
  const z = normalQuantile((1 - confidence) / 2);
  const measured = (name: CorrelationName) => COEFFICIENTS[name](scores.x, scores.y);
  const hasSpread = measured('pearson') !== null;
  const draws =
    hasSpread && n >= FEWEST_MODELS && (areKnown[0] || areKnown[1])
      ? drawCoefficients(scores, count, random, onDraw)
      : null;
  const of = (name: CorrelationName): CoefficientAgreement => {
    const value = measured(name);
    return {
      measured: value,
      interval: value === null ? null : correlationInterval(name, value, n, z),
      these: draws === null ? null : estimate(draws.these[name], confidence),
      like: draws === null ? null : estimate(draws.like.map(OF_NORMAL[name]), confidence),
    };
  };
  return {
    coefficients: { kendall: of('kendall'), spearman: of('spearman'), pearson: of('pearson') },
    reliability: [
      areKnown[0] && hasSpread ? reliability(scores.x, scores.xError) : null,
      areKnown[1] && hasSpread ? reliability(scores.y, scores.yError) : null,
    ],
    models: hasSpread ? disagreements(scores, areKnown) : [],
  };
}

function drawCoefficients(
  scores: TwoScores,
  count: number,
  random: RandomStream,
  onDraw: () => void,
) {
  const these = {
    kendall: new Float64Array(count),
    spearman: new Float64Array(count),
    pearson: new Float64Array(count),
  };
  const like = new Float64Array(count);
  let k = 0;
  drawTrueScores(scores, count, random, (u, v, correlation) => {
    // Draws without any spread have no order; they agree as little as chance.
    for (const name of CORRELATIONS) these[name][k] = COEFFICIENTS[name](u, v) ?? 0;
    like[k++] = correlation;
    onDraw();
  });
  return { these, like };
}

function estimate(draws: Float64Array, confidence: number): Estimate {
  const sorted = draws.slice().sort();
  const tail = (1 - confidence) / 2;
  return {
    value: quantile(sorted, 1, 2),
    low: quantile(sorted, tail),
    high: quantile(sorted, 1 - tail),
  };
}
