import { NORMAL_90 } from '../statistics/normal-points.ts';
import type { Answers } from './answers.ts';
import type { AbilityEstimate } from './estimate/estimate.ts';
import { furthestAbility } from './furthest-ability.ts';

/** A score on the whole bank, in [0, 1], with the standard error the model gives it. */
export interface PredictedScore {
  readonly score: number;
  readonly se: number;
  /** What the answers already fix: the score cannot lie outside [least, most]. */
  readonly least: number;
  readonly most: number;
}

/**
 * The score an examinee would get on the whole bank: what was observed on the answered items and what the model
 * expects on the others, Σ w u + Σ w P(θ̂). Its variance has two parts: the ability, (Σ w P′)² SE², and the chance of
 * the unanswered items, Σ w² P(1 − P). Uncertain parameters and misfit are not in it; see `intervals` for those.
 *
 * Of an ability on a bound neither slope nor SE says anything. There a half-width of 1.645 standard errors reaches to the
 * score of the furthest ability that the answers allow (`furthestAbility`), at least, with the chance at that ability.
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
  // 0 · ∞ where nothing is left to predict, or where the curves are flat.
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

/** The error of a score that is to be expected on items like these, in [0, 1]. */
export interface ExpectedError {
  readonly se: number;
  /** The chance in the answers given: its own part of SE², and its covariance with the error of the ability. */
  readonly answers: { readonly own: number; readonly shared: number };
}

/**
 * The error of `predictedScore` as an estimate of the expected score, Σ w P over all items. Answers that are open add no chance;
 * those given have chance in them, which is in the ability too:
 *
 *   SE² = G² SE(θ)² + 2 G H SE(θ)² + Σ w² P(1 − P) over the answered items,
 *
 * G = Σ w P′ over the open items and H over the answered ones, since an answer moves the ability by SE(θ)² P′/(P(1 − P)).
 * Of an ability on a bound the chance is that at the furthest ability which the answers allow, at least. SE is infinite if that
 * of `predictedScore` is.
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
  // Of an ability of which nothing is known: nothing is known of the score.
  if (!Number.isFinite(se)) return { se, answers: { own: 0, shared: 0 } };
  const spread = Math.max(0, se * se - Math.max(0, open.chance));
  const far = estimate.atBound ? sums(furthestAbility(estimate.ability, answers)).own : 0;
  const own = Math.max(chance, far);
  // Of an ability on a bound the covariance is not known: the most it can be.
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
