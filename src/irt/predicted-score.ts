import type { Answers } from './answers.ts';
import type { AbilityEstimate } from './estimate/estimate.ts';
import { furthestAbility } from './furthest-ability.ts';
import { NORMAL_90 } from './normal.ts';

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
 * @param weights weight of each item in the score, adding up to 1; 0 where an item does not count
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
