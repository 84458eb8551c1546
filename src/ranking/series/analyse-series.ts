import type { Alarm } from '../../cat/robust/alarm.ts';
import { ALARM_FACTOR, type IntervalFactor } from '../conformal.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { predictAlone } from './alone.ts';
import { apartCheckpoints } from './apart-checkpoints.ts';
import type { SeriesFit } from './fit-series.ts';
import { fitWithCare } from './fit-with-care.ts';
import { answerRows, type SeriesAnswers } from './series-answers.ts';
import { type SeriesChange, seriesChanges } from './series-changes.ts';

/** A bank prepared for series of checkpoints. */
export interface SeriesBank {
  /** Its widths of intervals are those of robust tests of `lengths`, ascending. */
  readonly robust: RobustBank;
  readonly lengths: readonly number[];
  /** Of the items in the full score, adding up to 1. */
  readonly weights: Float64Array;
}

/** What is known of one checkpoint; scores in [0, 1]. */
export interface CheckpointScore {
  readonly score: number;
  readonly se: number;
  /** The 90% interval. */
  readonly low: number;
  readonly high: number;
  readonly verified: boolean;
  /** Answers, and items that no earlier checkpoint answered. */
  readonly items: number;
  readonly fresh: number;
  /** What the calibration cannot explain in its answers; null if nothing. */
  readonly alarm: Alarm | null;
  /** `apart` if it clearly does not fit in with the checkpoints beside it, such as one that is broken. */
  readonly broken: 'apart' | null;
  /** Null of the first. */
  readonly change: SeriesChange | null;
  readonly best: SeriesChange | null;
}

/** The score that the next checkpoint is expected to have. */
export interface SeriesForecast {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

export interface SeriesAnalysis extends Pick<SeriesFit, 'persistence' | 'stepSize'> {
  readonly checkpoints: readonly CheckpointScore[];
  /** Null of fewer than three checkpoints. */
  readonly forecast: SeriesForecast | null;
}

const FEWEST_FOR_FORECAST = 3;
/** Of variances of scores. */
const ROUNDING = 1e-15;
/** Alarms of answers that do not follow the calibration: those of other checkpoints say nothing about them. */
const STRANGE: readonly (Alarm | null)[] = ['fit', 'change'];

/**
 * The scores of the checkpoints of one training run, from all their answers: a pure function of the answers, in whatever order they
 * were given. A checkpoint whose answers do not follow the calibration counts by itself, as in a robust test.
 */
export function analyseSeries(bank: SeriesBank, answers: SeriesAnswers): SeriesAnalysis {
  const { robust, weights } = bank;
  const { length } = answers;
  const alone = answers.map((own) => predictAlone(robust, own, weights));
  const strange = alone.flatMap(({ alarm }, t) => (STRANGE.includes(alarm) ? [t] : []));
  const rows = answerRows(answers, weights.length);
  const outside = apartCheckpoints(rows, weights, strange);
  const places = (isClear: boolean) =>
    outside.filter((own) => own.isClear === isClear).map(({ at }) => at);
  const apart = [...new Set([...strange, ...places(true)])];
  const perhaps = places(false).filter((at) => !apart.includes(at));
  const fit = fitWithCare(robust.model, answers, weights, apart, perhaps);
  const scores = fit.scores.slice(0, length);
  const wide = length + 1;
  const covariance = new Float64Array(length * length);
  for (let t = 0; t < length; t++)
    for (let s = 0; s < length; s++) {
      const own = fit.covariance[wide * t + s];
      // Of a checkpoint that answered everything nothing is left but rounding.
      covariance[length * t + s] = Math.abs(own) < ROUNDING ? 0 : own;
    }
  for (const t of strange) {
    scores[t] = alone[t].score;
    for (let s = 0; s < length; s++)
      covariance[length * t + s] = covariance[length * s + t] = s === t ? alone[t].se ** 2 : 0;
  }
  const { before, best } = seriesChanges(scores, rows, weights, (t, s) => ({
    value: scores[t] - scores[s],
    variance:
      covariance[(length + 1) * t] + covariance[(length + 1) * s] - 2 * covariance[length * t + s],
  }));
  const seen = new Set<number>();
  const checkpoints = answers.map((own, t): CheckpointScore => {
    const known = seen.size;
    for (let k = 0; k < own.count; k++) seen.add(own.index[k]);
    const se = Math.sqrt(covariance[(length + 1) * t]);
    const isBroken = outside.some(({ at, isClear }) => at === t && isClear);
    const { factor, verified } = factorOf(bank, seen.size, strange.includes(t));
    return {
      score: scores[t],
      se,
      ...clipped(scores[t], factor * se),
      verified: verified && !apart.includes(t) && !perhaps.includes(t),
      items: own.count,
      fresh: seen.size - known,
      alarm: alone[t].alarm,
      broken: isBroken ? 'apart' : null,
      change: before[t],
      best: best[t],
    };
  });
  const { factor } = factorOf(bank, seen.size, false);
  const next = fit.scores[length];
  const forecast =
    length < FEWEST_FOR_FORECAST
      ? null
      : { score: next, ...clipped(next, factor * Math.sqrt(fit.covariance[(wide + 1) * length])) };
  const { persistence, stepSize } = fit;
  return { checkpoints, forecast, persistence, stepSize };
}

/** How wide intervals must be: as those of robust tests of as many items as all checkpoints so far were asked. */
function factorOf(
  { robust, lengths }: SeriesBank,
  items: number,
  isStrange: boolean,
): IntervalFactor {
  if (isStrange) return ALARM_FACTOR;
  const at = lengths.findLastIndex((length) => length <= items);
  const known = robust.factors[Math.max(0, at)];
  // Learned on tests, not on series: never narrower than a normal error.
  return { factor: Math.max(ALARM_FACTOR.factor, known.factor), verified: known.verified };
}

function clipped(score: number, half: number): { readonly low: number; readonly high: number } {
  return { low: Math.max(0, score - half), high: Math.min(1, score + half) };
}
