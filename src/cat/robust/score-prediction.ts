import type { Asked, ExamineePosterior } from './examinee-posterior.ts';

const ATTENUATION = Math.PI / 8;

/** A predicted full-bank score in [0, 1] with the standard error the model gives it. */
export interface ScorePrediction {
  readonly score: number;
  readonly se: number;
}

/**
 * The score on the whole bank: what was observed on the asked items, and the expectation of P̄ over the examinee's posterior
 * on the others. Its variance is that of the abilities and effects, g'Vg, and of the answers not given, Σ w² P(1 − P), in
 * which the uncertainty of the items' parameters is contained, since P̄ is averaged over it.
 *
 * @param weights of the items in the full score, adding up to 1; 0 for items that do not count
 */
export function predictScore(
  posterior: ExamineePosterior,
  asked: Asked,
  weights: Float64Array,
): ScorePrediction {
  const { model, size, width } = posterior;
  posterior.placeAll();
  const isAsked = new Uint8Array(model.items);
  let score = 0;
  for (let t = 0; t < asked.count; t++) {
    isAsked[asked.index[t]] = 1;
    score += weights[asked.index[t]] * asked.scores[t];
  }
  const gradient = new Float64Array(size);
  const at = new Int32Array(width);
  const row = new Float64Array(width);
  let noise = 0;
  for (let j = 0; j < model.items; j++) {
    const w = weights[j];
    if (w === 0 || isAsked[j] === 1) continue;
    const c = model.guessing[j];
    const up = (posterior.probability[j] - c) / (1 - c);
    const logit = Math.log(up / (1 - up));
    const flat = 1 / Math.sqrt(1 + ATTENUATION * posterior.logitVariance(j));
    const p = c + (1 - c) / (1 + Math.exp(-logit * flat));
    score += w * p;
    noise += w * w * p * (1 - p);
    posterior.direction(j, at, row);
    for (let d = 0; d < width; d++) gradient[at[d]] += w * posterior.slope[j] * row[d];
  }
  let variance = noise;
  for (let d = 0; d < size; d++)
    for (let e = 0; e < size; e++)
      variance += gradient[d] * posterior.covariance[size * d + e] * gradient[e];
  return { score, se: Math.sqrt(variance) };
}
