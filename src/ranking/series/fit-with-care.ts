import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { fitSeries, type SeriesFit } from './fit-series.ts';
import { mixPredictions } from './mix-predictions.ts';
import type { SeriesAnswers } from './series-answers.ts';

/**
 * Fits a series in which some checkpoints are apart, and others may be, as likely as not: the mean of the fits with and without these. Where
 * the two differ the errors are as much larger.
 */
export function fitWithCare(
  model: ScoreModel,
  answers: SeriesAnswers,
  weights: Float64Array,
  apart: readonly number[],
  perhaps: readonly number[],
): SeriesFit {
  const without = fitSeries(model, answers, weights, apart);
  if (perhaps.length === 0) return without;
  const fits = [without, fitSeries(model, answers, weights, [...apart, ...perhaps])];
  const mean = (of: (fit: SeriesFit) => number) => (of(fits[0]) + of(fits[1])) / 2;
  return {
    ...mixPredictions(fits, [0.5, 0.5]),
    persistence: {
      lasting: mean(({ persistence }) => persistence.lasting),
      decay: mean(({ persistence }) => persistence.decay),
    },
    stepSize: Math.sqrt(mean(({ stepSize }) => stepSize ** 2)),
  };
}
