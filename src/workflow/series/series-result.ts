import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { isExact } from '../../numbers.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { SeriesAnalysis } from '../../ranking/series/analyse-series.ts';
import type { SeriesChange } from '../../ranking/series/series-changes.ts';
import type { AbsentCounts } from '../../scoring/absent.ts';
import { type ExamineeDoubt, simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';

/** A difference of two checkpoints in points, with its 90% interval. */
export interface ResultChange {
  /** The name of the earlier checkpoint. */
  readonly from: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Items that both answered. */
  readonly shared: number;
  /** One-sided, on these items alone, corrected for the number of checkpoints; 0 or 1 of a recorded change that is exact. */
  readonly p: number;
  readonly significant: boolean;
}

export interface ResultCheckpoint extends Partial<AbsentCounts> {
  readonly name: string;
  readonly step: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly verified: boolean;
  /** Answers, and items that no earlier checkpoint answered. */
  readonly items: number;
  readonly fresh: number;
  readonly alarm: Alarm | null;
  /** What the outputs show of prompt, endpoint and extraction; absent where none are kept. */
  readonly patterns?: readonly AnswerPattern[];
  /** `apart`: clearly unlike the checkpoints beside it. */
  readonly broken: 'apart' | null;
  readonly change: ResultChange | null;
  readonly best: ResultChange | null;
  /** Of a series with answers that are not there: what the checkpoint comes to without any of them. Null if the checkpoint has no other answers. */
  readonly ifMissing?: CheckpointIfMissing | null;
}

/** A checkpoint without the unreadable and refused answers of the series, which count as 0 in its score. */
export interface CheckpointIfMissing
  extends Pick<
    ResultCheckpoint,
    'score' | 'low' | 'high' | 'verified' | 'items' | 'change' | 'best'
  > {
  /** Whether a change is marked with these answers and not without them, or the other way round. */
  readonly movesMarks: boolean;
}

/** The result of a series: scores in percentage points. */
export interface SeriesResult {
  readonly version: 1;
  readonly series: string;
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  /** The score that changes are of: on items like these, or on this bank. */
  readonly target: ScoreTarget;
  /** Share of the variance of an answer's deviation that lasts, what is left of it a checkpoint later, and √ of the variance of a step. */
  readonly persistence: { readonly lasting: number; readonly decay: number };
  readonly stepSize: number;
  /** By step. */
  readonly checkpoints: readonly ResultCheckpoint[];
  /** Checkpoints and recorded models that the stand-in answered for. */
  readonly doubts: readonly ExamineeDoubt[];
  readonly forecast: { readonly score: number; readonly low: number; readonly high: number } | null;
}

/** Corrected p below which a difference is significant. */
const SIGNIFICANT = 0.05;

/** Digits of a score in points that do not depend on the order of a sum. */
const DIGITS = 1e10;
const points = (share: number) => Math.round(100 * share * DIGITS) / DIGITS;

/** Differences of equal scores that were summed in another order. */
const ROUNDING = 1e-12;

/** @param steps names and steps of the checkpoints, in the order of the analysis */
export function seriesResult(
  series: string,
  bank: RecordedBank,
  steps: readonly { readonly name: string; readonly step: number; readonly isStandIn?: boolean }[],
  { checkpoints, forecast, persistence, stepSize }: SeriesAnalysis,
  target: ScoreTarget,
): SeriesResult {
  const changeOf = (change: SeriesChange | null): ResultChange | null => {
    if (change === null) return null;
    const { difference, se, expected } = change;
    const half = NORMAL_90 * se;
    const ends =
      target === 'expected' ? expected : { low: difference - half, high: difference + half };
    const isExact = target === 'recorded' && se === 0;
    const p = isExact ? Number(Math.abs(difference) < ROUNDING) : change.p;
    return {
      from: steps[change.from].name,
      difference: points(difference),
      low: points(ends.low),
      high: points(ends.high),
      shared: change.shared,
      p,
      significant: p < SIGNIFICANT,
    };
  };
  return {
    version: 1,
    series,
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: bank.responses.items.length,
    target,
    persistence,
    stepSize,
    checkpoints: checkpoints.map((own, t) => ({
      name: steps[t].name,
      step: steps[t].step,
      score: points(own.score),
      low: points(own.low),
      high: points(own.high),
      // An exact score has no width to verify.
      verified: own.verified || isExact({ low: points(own.low), high: points(own.high) }),
      items: own.items,
      fresh: own.fresh,
      alarm: own.alarm,
      broken: own.broken,
      change: changeOf(own.change),
      best: changeOf(own.best),
    })),
    doubts: [
      ...simulatedDoubts(
        steps.map(({ name }) => name),
        steps.filter(({ isStandIn }) => isStandIn === true).map(({ name }) => name),
      ),
      ...(bank.doubts ?? []).filter(({ kind }) => kind === 'simulated'),
    ],
    forecast: forecast && {
      score: points(forecast.score),
      low: points(forecast.low),
      high: points(forecast.high),
    },
  };
}
