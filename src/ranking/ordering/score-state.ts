import type { AnsweredItems, ExamineePosterior } from '../../cat/robust/examinee-posterior.ts';
import { itemShare, type ScorePrediction } from '../../cat/robust/score-prediction.ts';

/** Below this, P̄(1 − P̄) is taken for it: no answer is that certain. */
const LEAST_NOISE = 1e-4;

/** Where one model's test stands, and how the answers move its predicted score. */
export interface ScoreState extends Pick<ScorePrediction, 'score' | 'se' | 'answers'> {
  /** Items asked. */
  readonly items: number;
  /**
   * J: by how many points in [0, 1] the error (score − prediction) moves with each standardised residual
   * (u − P̄)/√(P̄(1 − P̄)): up with those not yet seen, down with those the abilities and effects were estimated from. Of an
   * expected score, with the part of a residual that belongs to the item.
   */
  readonly influence: Float64Array;
  /** Σ h_j² P̄(1 − P̄)(1 − ρ): what the chance in the answers given adds to SE² through the abilities and effects; 0 of a recorded score. */
  readonly back: number;
  /** J: u − P̄ of the items asked, 0 of others. */
  readonly residual: Float64Array;
  /** J: √(P̄(1 − P̄)) of the items asked, 0 of others. */
  readonly spread: Float64Array;
}

/**
 * The state of a test whose posterior stands at its mode, as `RobustSession.predict` leaves it. To first order the error of
 * the prediction is Σ w_j ε_j over the open items − Σ h_j ε_j over the asked ones, h_j = (g'V A_j) slope_j / P̄Q̄, ε_j = u_j − P̄_j,
 * plus what the prior holds back: the influence function of a maximum-likelihood estimate.
 *
 * Of an expected score ε_j is of two parts, δ_j = P_j − P̄_j of the item's curve and u_j − P_j of chance. The error then is
 * Σ w_j δ_j over the open items − Σ h_j δ_j − Σ (w_j + h_j)(u_j − P_j) over the asked ones: the same influences of what two
 * models can share, and the chance in the answers given.
 *
 * @param weights of the items in the full score, adding up to 1; J of them
 * @see Hampel (1974), JASA 69, 383–393
 */
export function scoreState(
  posterior: ExamineePosterior,
  asked: AnsweredItems,
  weights: Float64Array,
  prediction: ScorePrediction,
): ScoreState {
  const { size, width, probability, slope, covariance: v } = posterior;
  const { items } = posterior.model;
  const influence = new Float64Array(items);
  const residual = new Float64Array(items);
  const spread = new Float64Array(items);
  const isAsked = new Uint8Array(items);
  const at = new Int32Array(width);
  const row = new Float64Array(width);
  for (let t = 0; t < asked.count; t++) isAsked[asked.index[t]] = 1;
  const noise = (j: number) => Math.max(probability[j] * (1 - probability[j]), LEAST_NOISE);
  const gradient = new Float64Array(size);
  for (let j = 0; j < items; j++) {
    if (weights[j] === 0 || isAsked[j] === 1) continue;
    posterior.direction(j, at, row);
    for (let d = 0; d < width; d++) gradient[at[d]] += weights[j] * slope[j] * row[d];
    influence[j] = weights[j] * Math.sqrt(noise(j));
  }
  const h = new Float64Array(size);
  for (let d = 0; d < size; d++)
    for (let e = 0; e < size; e++) h[d] += v[size * d + e] * gradient[e];
  let back = 0;
  for (let t = 0; t < asked.count; t++) {
    const j = asked.index[t];
    posterior.direction(j, at, row);
    let along = 0;
    for (let d = 0; d < width; d++) along += row[d] * h[at[d]];
    spread[j] = Math.sqrt(noise(j));
    influence[j] = (-along * slope[j]) / spread[j];
    residual[j] = asked.scores[t] - probability[j];
    if (prediction.answers.own > 0) back += influence[j] ** 2 * (1 - itemShare(posterior, j));
  }
  return { ...prediction, items: asked.count, influence, back, residual, spread };
}
