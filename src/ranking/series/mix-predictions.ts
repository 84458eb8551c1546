import type { SeriesPrediction } from './predict-series.ts';

/** The mean of predictions, and its covariance: the mean of theirs plus that of their scores. @param shares adding up to 1 */
export function mixPredictions(
  predictions: readonly SeriesPrediction[],
  shares: readonly number[],
): SeriesPrediction {
  const { length } = predictions[0].scores;
  const scores = new Float64Array(length);
  const covariance = new Float64Array(length * length);
  predictions.forEach((own, k) => {
    for (let t = 0; t < length; t++) scores[t] += shares[k] * own.scores[t];
  });
  predictions.forEach((own, k) => {
    for (let t = 0; t < length; t++)
      for (let s = 0; s < length; s++)
        covariance[length * t + s] +=
          shares[k] *
          (own.covariance[length * t + s] +
            (own.scores[t] - scores[t]) * (own.scores[s] - scores[s]));
  });
  return { scores, covariance };
}
