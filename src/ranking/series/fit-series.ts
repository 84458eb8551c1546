import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { mixPredictions } from './mix-predictions.ts';
import { correlation, fitPersistence, type Persistence, usualPersistence } from './persistence.ts';
import { predictSeries, type SeriesPrediction } from './predict-series.ts';
import type { SeriesAnswers } from './series-answers.ts';
import { type SeriesDynamics, SeriesPosterior } from './series-posterior.ts';

/** What the answers of a series come to. */
export interface SeriesFit extends SeriesPrediction {
  readonly persistence: Persistence;
  /** √ of the mean variance of a step, over the posterior of it; abilities of models have variance 1. */
  readonly stepSize: number;
}

const NO_ANSWERS = { index: new Int32Array(0), scores: new Float64Array(0), count: 0 };

/** Standard deviations of steps that are averaged over. The least, two to four points, bounds how much a sudden change is smoothed. */
const STEP_SIZES = [0.16, 0.32, 0.64];
/** Times the usual variance of effects that are averaged over: a family can be more uneven than others. */
const EFFECTS = [1, 4, 16];
/** Less evidence than the most by so much does not count, in logs. */
const NEGLIGIBLE = 4;
/** By which persistence is estimated. */
const USUAL_SIZE = STEP_SIZES[0];
/** Of the steps to and from a checkpoint that is apart. */
const APART_VARIANCE = 4;
/** Estimates of the persistence from the deviations that it gave. */
const ROUNDS = 2;

/**
 * Fits a series: the persistence of answers by moments, and the scores averaged over how large steps are, by the evidence of each size.
 *
 * @param apart checkpoints that have nothing to do with the others, such as broken ones
 * @returns scores and covariances of the checkpoints, and last those of one more, which is the forecast
 */
export function fitSeries(
  model: ScoreModel,
  given: SeriesAnswers,
  weights: Float64Array,
  apart: readonly number[] = [],
): SeriesFit {
  const answers = [...given, NO_ANSWERS];
  const { length } = answers;
  let persistence = usualPersistence();
  let near: SeriesPosterior | null = null;
  const posteriorOf = (size: number, effects = 1) =>
    new SeriesPosterior(
      model,
      answers,
      dynamicsOf(length, size, persistence, apart, effects),
      near,
    );
  for (let round = 0; round < ROUNDS; round++) {
    near = posteriorOf(USUAL_SIZE);
    persistence = fitPersistence(near.pairSums((t, s) => distance(apart, t, s)));
  }
  const reference = posteriorOf(USUAL_SIZE);
  near = reference;
  const candidates = STEP_SIZES.flatMap((size) =>
    EFFECTS.map((effects) => {
      const dynamics = dynamicsOf(length, size, persistence, apart, effects);
      return { size, dynamics, logEvidence: reference.evidence(dynamics) };
    }),
  );
  const most = Math.max(...candidates.map(({ logEvidence }) => logEvidence));
  // Each prediction before the next posterior: they share their curves.
  const fits = candidates
    .filter(({ logEvidence }) => logEvidence > most - NEGLIGIBLE)
    .map((own) => ({
      ...own,
      prediction: predictSeries(
        new SeriesPosterior(model, answers, own.dynamics, reference),
        weights,
      ),
    }));
  return { ...averaged(fits), persistence };
}

function averaged(
  fits: readonly { size: number; logEvidence: number; prediction: SeriesPrediction }[],
): Pick<SeriesFit, 'scores' | 'covariance' | 'stepSize'> {
  const most = Math.max(...fits.map(({ logEvidence }) => logEvidence));
  const relative = fits.map(({ logEvidence }) => Math.exp(logEvidence - most));
  const total = relative.reduce((sum, share) => sum + share, 0);
  const shares = relative.map((share) => share / total);
  const variance = fits.reduce((sum, { size }, k) => sum + shares[k] * size * size, 0);
  const predictions = fits.map(({ prediction }) => prediction);
  return { ...mixPredictions(predictions, shares), stepSize: Math.sqrt(variance) };
}

/** The distance of two checkpoints in the correlation of answers; infinite if one of them is apart. */
function distance(apart: readonly number[], t: number, s: number): number {
  if (t === s) return 0;
  return apart.includes(t) || apart.includes(s) ? Number.POSITIVE_INFINITY : Math.abs(t - s);
}

function dynamicsOf(
  length: number,
  size: number,
  persistence: Persistence,
  apart: readonly number[],
  effects = 1,
): SeriesDynamics {
  const steps = new Float64Array(Math.max(0, length - 1)).fill(size * size);
  for (const at of apart) {
    if (at > 0) steps[at - 1] = APART_VARIANCE;
    if (at < length - 1) steps[at] = APART_VARIANCE;
  }
  return { steps, effects, between: (t, s) => correlation(persistence, distance(apart, t, s)) };
}
