import { NORMAL_90 } from '../statistics/normal-points.ts';
import type { Answers } from './answers.ts';
import type { AbilityEstimate } from './estimate/estimate.ts';
import { furthestAbility } from './furthest-ability.ts';

/** A score on the whole bank, in [0, 1], with its standard error under the response model. */
export interface PredictedScore {
  readonly score: number;
  readonly se: number;
  /** The range that the answers leave: the score cannot lie outside [least, most]. */
  readonly least: number;
  readonly most: number;
}

/**
 * The score of an examinee on the whole bank: observed on the answered items and expected under the model on the others, Σ w u
 * + Σ w P(θ̂). Its variance has two parts: from the ability, (Σ w P′)² SE², and from chance in the unanswered items, Σ w² P(1 −
 * P). It does not include uncertain parameters and misfit; see `intervals` for those.
 *
 * At a bound of ability, slope and SE have no meaning. There, 1.645 standard errors reach at least to the score of the furthest
 * ability that the answers allow (`furthestAbility`), with the chance at that ability.
 *
 * @param weights weight of each item in the score, adding up to 1; 0 if an item does not count
 * @see Maia Polo et al. (2024), tinyBenchmarks, whose p-IRT this is
 */
export function predictedScore(
  answers: Answers,
  estimate: AbilityEstimate,
  weights: Float64Array,
): PredictedScore {
  let observed = 0;
  let answered = 0;
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    observed += weights[j] * answers.scores[k];
    answered += weights[j];
  }
  const { expected, slope, chance, total } = openScore(estimate.ability, answers, weights);
  const open = Math.max(0, total);
  const isAnswered = answered > 0 && open < 1e-12;
  // 0 · ∞ if nothing is left to predict, or if the curves are flat.
  let spread = isAnswered || slope === 0 ? 0 : slope * estimate.se;
  let variance = chance;
  if (estimate.atBound && !isAnswered) {
    const far = openScore(furthestAbility(estimate.ability, answers), answers, weights);
    spread = Math.max(spread, Math.abs(expected - far.expected) / NORMAL_90);
    variance = Math.max(variance, far.chance);
  }
  return {
    score: observed + Math.min(Math.max(0, expected), open),
    se: Math.sqrt(spread * spread + Math.max(0, variance)),
    least: observed,
    most: observed + open,
  };
}

/** The error of an expected score on items like these, in [0, 1]. */
export interface ExpectedError {
  readonly se: number;
  /** Chance in the given answers: its own part of SE², and its covariance with the error of the ability. */
  readonly answers: { readonly own: number; readonly shared: number };
}

/**
 * The error of `predictedScore` as an estimate of the expected score, Σ w P over all items. Open answers add no chance; given
 * answers contain chance, which also affects the ability:
 *
 *   SE² = G² SE(θ)² + 2 G H SE(θ)² + Σ w² P(1 − P) over the answered items,
 *
 * G = Σ w P′ over the open items and H over the answered ones, since an answer moves the ability by SE(θ)² P′/(P(1 − P)). At a
 * bound of ability, the chance is at least that at the furthest ability that the answers allow. SE is infinite if that of
 * `predictedScore` is.
 */
export function expectedError(
  answers: Answers,
  estimate: AbilityEstimate,
  weights: Float64Array,
): ExpectedError {
  const all = { ...answers, count: 0 };
  const sums = (theta: number) => {
    const open = openScore(theta, answers, weights);
    const whole = openScore(theta, all, weights);
    return { open, own: Math.max(0, whole.chance - open.chance), slope: whole.slope - open.slope };
  };
  const { open, own: chance, slope } = sums(estimate.ability);
  const { se } = predictedScore(answers, estimate, weights);
  // If nothing is known about the ability, nothing is known about the score.
  if (!Number.isFinite(se)) return { se, answers: { own: 0, shared: 0 } };
  const spread = Math.max(0, se * se - Math.max(0, open.chance));
  const far = estimate.atBound ? sums(furthestAbility(estimate.ability, answers)).own : 0;
  const own = Math.max(chance, far);
  // At a bound of ability the covariance is unknown: use the greatest possible one.
  const most = Math.sqrt(spread * own);
  const shared =
    estimate.atBound || !Number.isFinite(estimate.se)
      ? most
      : Math.min(most, Math.max(0, open.slope * slope * estimate.se ** 2));
  return { se: Math.sqrt(spread + 2 * shared + own), answers: { own, shared } };
}

/** Sums over the unanswered items: their weights, w P, w P′ and w² P(1 − P). */
function openScore(theta: number, { items, index, count }: Answers, weights: Float64Array) {
  const { a, b, c, d } = items;
  let expected = 0;
  let slope = 0;
  let chance = 0;
  let total = 0;
  const add = (j: number, sign: number) => {
    const w = weights[j];
    const z = a[j] * (theta - b[j]);
    const t = Math.exp(-Math.abs(z));
    const k = 1 / (1 + t);
    const right = z >= 0 ? k : t * k;
    const wrong = z >= 0 ? t * k : k;
    const span = d[j] - c[j];
    const p = c[j] + span * right;
    const q = 1 - d[j] + span * wrong;
    total += sign * w;
    expected += sign * w * p;
    slope += sign * w * a[j] * span * right * wrong;
    chance += sign * w * w * p * q;
  };
  for (let j = 0; j < weights.length; j++) if (weights[j] > 0) add(j, 1);
  for (let k = 0; k < count; k++) add(index[k], -1);
  return { expected, slope, chance, total };
}
