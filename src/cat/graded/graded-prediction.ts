import { openCurves } from '../../irt/polytomous/curves/category-curves.ts';
import { type ItemMoments, itemMoments } from '../../irt/polytomous/item-moments.ts';
import type { ExpectedError, PredictedScore } from '../../irt/predicted-score.ts';
import { type RightAnswers, standardisedResidual } from '../../irt/right-answers.ts';
import type { GradedBank } from './graded-bank.ts';
import type { GradedPosterior } from './graded-posterior.ts';

/** Answers to some items: the item, the category and the score of each. */
export interface GivenGrades {
  readonly index: Int32Array;
  readonly categories: Int16Array;
  readonly scores: Float64Array;
}

/** The score on the whole bank, as a graded test predicts it. */
export interface GradedPrediction extends PredictedScore {
  /** Posterior mean and standard deviation of the ability. */
  readonly ability: number;
  readonly abilityError: number;
  /** Weight of the items that were not asked. */
  readonly open: number;
}

/**
 * The recorded scores of the items answered and the expected ones of the others, both averaged over the posterior of the ability. The variance is that of
 * the expected score over the posterior, Var(Σ w E_j(θ)), and that of answers not given, Σ w² E[Var(u_j | θ)]. It does not include
 * misfit: see `gradedInterval`.
 */
export function predictGrades(
  bank: GradedBank,
  posterior: GradedPosterior,
  weights: Float64Array,
  { index, scores }: GivenGrades,
): GradedPrediction {
  const given = new Uint8Array(weights.length);
  let observed = 0;
  index.forEach((j, t) => {
    given[j] = 1;
    observed += weights[j] * scores[t];
  });
  const { weight, chance, curve } = sumsOver(bank, posterior, weights, (j) => given[j] === 0);
  return {
    score: observed + posterior.mean(curve),
    se: Math.sqrt(posterior.variance(curve) + chance),
    least: observed,
    most: observed + weight,
    ability: posterior.mean(bank.nodes),
    abilityError: Math.sqrt(posterior.variance(bank.nodes)),
    open: weight,
  };
}

/**
 * The error of the predicted score as an estimate of the expected score, Σ w E_j(θ) over all items: as `expectedError` of right and wrong answers, with
 * moments of the posterior in place of slopes. SE² = Var(O) + 2 Cov(O, A) + Σ w² E[Var(u_j | θ)] over the items answered, O and A the expected scores
 * of the open and of the answered items.
 */
export function expectedGradeError(
  bank: GradedBank,
  posterior: GradedPosterior,
  weights: Float64Array,
  { index }: GivenGrades,
): ExpectedError {
  const given = new Uint8Array(weights.length);
  for (const j of index) given[j] = 1;
  const open = sumsOver(bank, posterior, weights, (j) => given[j] === 0);
  const answered = sumsOver(bank, posterior, weights, (j) => given[j] === 1);
  const spread = posterior.variance(open.curve);
  const together = posterior.variance(open.curve.map((e, q) => e + answered.curve[q]));
  const covariance = (together - spread - posterior.variance(answered.curve)) / 2;
  const own = answered.chance;
  const shared = Math.min(Math.sqrt(spread * own), Math.max(0, covariance));
  return { se: Math.sqrt(spread + 2 * shared + own), answers: { own, shared } };
}

/** Weights, variance by chance, and curve of the expected score over some items. */
function sumsOver(
  { nodes, expected, variance }: GradedBank,
  posterior: GradedPosterior,
  weights: Float64Array,
  isIn: (item: number) => boolean,
): { weight: number; chance: number; curve: Float64Array } {
  const width = nodes.length;
  const curve = new Float64Array(width);
  let weight = 0;
  let chance = 0;
  for (let j = 0; j < weights.length; j++) {
    if (!isIn(j)) continue;
    const w = weights[j];
    const row = j * width;
    weight += w;
    chance += w * w * posterior.mean(variance, row);
    for (let q = posterior.first; q <= posterior.last; q++) curve[q] += w * expected[row + q];
  }
  return { weight, chance, curve };
}

/** Points from the lowest and the highest possible sum that a sum of scores must have for its residual to be about normal. */
const LEAST_DISTANCE = 3;

/**
 * The scores of the answers and their expectation at the ability, as `rightAnswers`. Near the lowest and the highest sum the prior moves the
 * ability from what the answers say, and the residual is null: on IKP it was beyond 3 standard errors for most models with no point at all.
 * @param se of the ability
 */
export function rightGrades(
  { items }: GradedBank,
  { index, scores }: GivenGrades,
  ability: number,
  se: number,
): RightAnswers {
  const curves = openCurves(items.mostCategories);
  const at: ItemMoments = { score: 0, variance: 0, slope: 0, information: 0, warm: 0 };
  let right = 0;
  let expected = 0;
  let chance = 0;
  let moves = 0;
  index.forEach((j, t) => {
    itemMoments(ability, items, j, curves, at);
    right += scores[t];
    expected += at.score;
    chance += at.variance;
    moves += at.slope;
  });
  const spread = moves * se;
  const isInside = Math.min(right, index.length - right) >= LEAST_DISTANCE;
  const residual = isInside
    ? standardisedResidual(right - expected, chance, spread * spread)
    : null;
  return { count: index.length, right, expected, residual };
}
