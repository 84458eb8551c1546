import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { correlation, fitPersistence, type Persistence, usualPersistence } from './persistence.ts';
import { predictSeries, type SeriesPrediction } from './predict-series.ts';
import type { SeriesAnswers } from './series-answers.ts';
import { type SeriesDynamics, SeriesPosterior } from './series-posterior.ts';

/** A place where a series does not go on as it did. */
export interface SeriesBreak {
  /**
   * - `apart`: the checkpoint has nothing to do with those before and after it, such as one that is broken;
   * - `jump`: abilities and answers are others from this checkpoint on.
   */
  readonly kind: 'apart' | 'jump';
  /** The checkpoint, from 0. */
  readonly at: number;
}

/** What the answers of a series come to. */
export interface SeriesFit extends SeriesPrediction {
  readonly persistence: Persistence;
  readonly breaks: readonly SeriesBreak[];
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
/** By which persistence is estimated, and breaks are looked for. */
const USUAL_SIZE = STEP_SIZES[0];
/** Of a step across a break. */
const BREAK_VARIANCE = 4;
/** Checkpoints that a jump counts for in the correlation of answers. */
const JUMP_GAP = 10;
/** What the evidence for a break must exceed, in logs: breaks are rare. */
const CLEARLY = 4;
const MOST_BREAKS = 5;
/** Checkpoints that are looked at for a break. */
const SUSPECTS = 2;
/** Estimates of the persistence from the deviations that it gave. */
const ROUNDS = 2;

/**
 * Fits a series: the persistence of answers by moments, breaks as long as the evidence for one is clear, and the scores averaged over how
 * large steps are, by the evidence of each size.
 *
 * @param strange checkpoints whose answers tell nothing about the others
 * @returns scores and covariances of the checkpoints, and last those of one more, which is the forecast
 */
export function fitSeries(
  model: ScoreModel,
  given: SeriesAnswers,
  weights: Float64Array,
  strange: readonly number[] = [],
): SeriesFit {
  const answers = [...given, NO_ANSWERS];
  const { length } = answers;
  let breaks: SeriesBreak[] = strange.map((at) => ({ kind: 'apart', at }));
  let persistence = usualPersistence();
  let near: SeriesPosterior | null = null;
  const posteriorOf = (size: number, effects = 1) =>
    new SeriesPosterior(
      model,
      answers,
      dynamicsOf(length, size, persistence, breaks, effects),
      near,
    );
  const settle = () => {
    for (let round = 0; round < ROUNDS; round++) {
      near = posteriorOf(USUAL_SIZE);
      persistence = fitPersistence(near.pairSums((t, s) => distance(breaks, t, s)));
    }
  };
  settle();
  while (given.length > 2 && breaks.length < MOST_BREAKS + strange.length) {
    const found = nextBreak(posteriorOf(USUAL_SIZE), given, persistence, breaks);
    if (found === null) break;
    breaks = [...breaks, found].sort((x, y) => x.at - y.at);
    settle();
  }
  const reference = posteriorOf(USUAL_SIZE);
  near = reference;
  const candidates = STEP_SIZES.flatMap((size) =>
    EFFECTS.map((effects) => {
      const dynamics = dynamicsOf(length, size, persistence, breaks, effects);
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
  return { ...averaged(fits), persistence, breaks };
}

function averaged(
  fits: readonly { size: number; logEvidence: number; prediction: SeriesPrediction }[],
): Pick<SeriesFit, 'scores' | 'covariance' | 'stepSize'> {
  const most = Math.max(...fits.map(({ logEvidence }) => logEvidence));
  const shares = fits.map(({ logEvidence }) => Math.exp(logEvidence - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const length = fits[0].prediction.scores.length;
  const scores = new Float64Array(length);
  const covariance = new Float64Array(length * length);
  let variance = 0;
  fits.forEach(({ prediction, size }, k) => {
    const share = shares[k] / total;
    variance += share * size * size;
    for (let t = 0; t < length; t++) scores[t] += share * prediction.scores[t];
  });
  fits.forEach(({ prediction }, k) => {
    const share = shares[k] / total;
    for (let t = 0; t < length; t++)
      for (let s = 0; s < length; s++)
        covariance[length * t + s] +=
          share *
          (prediction.covariance[length * t + s] +
            (prediction.scores[t] - scores[t]) * (prediction.scores[s] - scores[s]));
  });
  return { scores, covariance, stepSize: Math.sqrt(variance) };
}

/** The distance of two checkpoints in the correlation of answers; infinite if one of them is apart. */
function distance(breaks: readonly SeriesBreak[], t: number, s: number): number {
  if (t === s) return 0;
  const [first, last] = t < s ? [t, s] : [s, t];
  let gap = last - first;
  for (const { kind, at } of breaks) {
    if (kind === 'apart' && (at === first || at === last)) return Number.POSITIVE_INFINITY;
    if (kind === 'jump' && first < at && at <= last) gap += JUMP_GAP;
  }
  return gap;
}

function dynamicsOf(
  length: number,
  size: number,
  persistence: Persistence,
  breaks: readonly SeriesBreak[],
  effects = 1,
): SeriesDynamics {
  const steps = new Float64Array(Math.max(0, length - 1)).fill(size * size);
  for (const { kind, at } of breaks) {
    if (at > 0) steps[at - 1] = BREAK_VARIANCE;
    if (kind === 'apart' && at < length - 1) steps[at] = BREAK_VARIANCE;
  }
  return { steps, effects, between: (t, s) => correlation(persistence, distance(breaks, t, s)) };
}

/** The break that the evidence asks for most, looked for where answers differ most from a series of small steps; null if none. */
function nextBreak(
  tight: SeriesPosterior,
  answers: SeriesAnswers,
  persistence: Persistence,
  breaks: readonly SeriesBreak[],
): SeriesBreak | null {
  const { length } = answers;
  const suspects = answers.map(({ index, scores, count }, t) => {
    const own = tight.at[t];
    let [sum, variance] = [0, 0];
    for (let k = 0; k < count; k++) {
      sum += scores[k] - own.probability[index[k]];
      variance += tight.deviation(t, index[k]) ** 2;
    }
    return { t, z: Math.abs(sum) / Math.sqrt(Math.max(variance, 1e-9)) };
  });
  suspects.sort((x, y) => y.z - x.z || x.t - y.t);
  const candidates: SeriesBreak[] = suspects
    .slice(0, SUSPECTS)
    .flatMap(({ t }) => [
      { kind: 'apart' as const, at: t },
      ...(t > 0 ? [{ kind: 'jump' as const, at: t }] : []),
      ...(t < length - 1 ? [{ kind: 'jump' as const, at: t + 1 }] : []),
    ]);
  const evidenceOf = (own: readonly SeriesBreak[]) =>
    tight.evidence({
      ...tight.dynamics,
      steps: dynamicsOf(tight.length, USUAL_SIZE, persistence, own).steps,
    });
  const before = evidenceOf(breaks);
  let best: SeriesBreak | null = null;
  let most = CLEARLY;
  for (const candidate of candidates) {
    if (breaks.some(({ at }) => at === candidate.at)) continue;
    const gain = evidenceOf([...breaks, candidate]) - before;
    if (gain > most) {
      most = gain;
      best = candidate;
    }
  }
  return best;
}
