import { halfWidth } from '../../src/statistics/confidence-sequence.ts';
import { normalQuantile } from '../../src/statistics/normal-quantile.ts';
import { crossing } from './crossing.ts';
import type { LengthStudy } from './length-study.ts';
import { MEASURES, type MeasureName } from './measures.ts';
import type { ModelInterval } from './model-interval.ts';
import type { TargetStatus } from './race-point.ts';
import { replicationsNeeded } from './replications-needed.ts';
import type { FinishedRace, LengthLimits } from './run-length-study.ts';
import { needsOwnSessions } from './simulated-replications.ts';
import { goalOf, shownValue, targetText } from './target.ts';

/** A measure at one length. */
export interface CurveFigure {
  readonly value: number;
  /** Monte Carlo standard error, over replications; null with fewer than two. */
  readonly se: number | null;
}

/** All targets' measures at one length. */
export interface LengthPoint {
  readonly length: number;
  readonly replications: number;
  readonly measures: Readonly<Partial<Record<MeasureName, CurveFigure>>>;
  /** Its last status in the race. */
  readonly verdict: TargetStatus;
}

/** The shortest length for a target. */
export interface LengthReport {
  /**
   * `reached`: the length is in the interval. `undecided`: the longest tested length may not be enough. `unreached`: no length
   * up to the longest is enough.
   */
  readonly status: 'reached' | 'undecided' | 'unreached';
  /** Estimate of the shortest length from which on all targets hold; null if none up to the longest seems enough. */
  readonly length: number | null;
  readonly interval: { readonly low: number; readonly high: number | null };
  readonly confidence: number;
  /** Whether the interval is as narrow as requested. */
  readonly isNarrow: boolean;
  /** Approximate number of replications needed for that; null if unknown. */
  readonly replicationsNeeded: number | null;
  readonly target: readonly string[];
  /** By target: its estimated length. */
  readonly targets: readonly { readonly target: string; readonly length: number | null }[];
  /** The interval over other models, of recorded answers; null if there are none, or too few families. */
  readonly models: Pick<ModelInterval, 'low' | 'high'> | null;
  readonly curve: readonly LengthPoint[];
  /** The longest length that may be looked at. */
  readonly longest: number;
  readonly replications: number;
  readonly work: Work;
}

/** The cost of the race, and of a fixed design that tests every length with a set number of replications. */
export interface Work {
  readonly sessions: number;
  readonly items: number;
  /** Replications that give the fixed design an equally narrow interval; null if the race has no interval. */
  readonly bruteForce: { readonly replications: number; readonly items: number } | null;
}

/** Makes the report of a race. @param examinees of one replication */
export function lengthReport(
  study: LengthStudy,
  examinees: number,
  limits: LengthLimits,
  { race, items, sessions }: FinishedRace,
  models: ModelInterval | null,
): LengthReport {
  const { targets } = study;
  const { low, high } = race.bracket;
  const points = race.points;
  const ofTargets = targets.map((target, k) => {
    const goal = goalOf(target, examinees);
    const isBias = target.measure === 'bias';
    const curve = points.map(({ length, moments }) => {
      const { count, mean } = moments[k];
      return { length, count, mean: isBias ? Math.abs(mean) : mean };
    });
    const border = Number.isFinite(goal.high) ? goal.high : goal.low;
    const sign = MEASURES[target.measure].relation === '>=' ? 1 : -1;
    // One target of several may be reached long before the others are.
    const within = MEASURES[target.measure].improves ? { low: 0, high: null } : { low, high };
    const length = crossing(curve, border, sign, within);
    return { target: targetText(target), length };
  });
  const lengths = ofTargets.map(({ length }) => length);
  const isKnown = !race.isUnreached && lengths.every((one) => one !== null);
  const length = isKnown
    ? Math.max(low + 1, Math.min(Math.max(...lengths), high ?? limits.longest))
    : null;
  return {
    status: race.isUnreached ? 'unreached' : high === null ? 'undecided' : 'reached',
    length,
    interval: { low: Math.min(low + 1, limits.longest + 1), high },
    confidence: limits.confidence,
    isNarrow: race.isDecided,
    replicationsNeeded:
      high === null || race.isDecided
        ? null
        : replicationsNeeded(race.replications, { low, high }, limits.tolerance),
    target: targets.map(targetText),
    targets: ofTargets,
    models: models === null ? null : { low: models.low, high: models.high },
    curve: points.map((point) => ({
      length: point.length,
      replications: point.count,
      measures: Object.fromEntries(
        targets.map(({ measure }, k) => [measure, figureOf(measure, point.moments[k])]),
      ),
      verdict: race.statusOf(point.length),
    })),
    longest: limits.longest,
    replications: race.replications,
    work: { sessions, items, bruteForce: bruteForce(study, examinees, limits, race, length) },
  };
}

function figureOf(
  measure: MeasureName,
  { mean, se }: { readonly mean: number; readonly se: number | null },
): CurveFigure {
  const value = shownValue(measure, mean);
  // The root of a mean square, by the delta method.
  const own = measure === 'rmse' && se !== null ? (value > 0 ? se / (2 * value) : null) : se;
  return { value, se: own };
}

/**
 * A fixed design: its number of replications is set in advance so that its final interval is as narrow as the race's (an
 * ordinary interval, which is narrower than one that holds at all times). Every test has the longest length, because a session
 * also gives the shorter ones.
 */
function bruteForce(
  study: LengthStudy,
  examinees: number,
  { longest, confidence }: LengthLimits,
  race: FinishedRace['race'],
  length: number | null,
): Work['bruteForce'] {
  if (length === null || race.bracket.high === null) return null;
  const near = race.points.reduce((best, point) =>
    Math.abs(point.length - length) < Math.abs(best.length - length) ? point : best,
  );
  const { reaches, prior } = race.rates;
  const z = normalQuantile((1 - confidence) / 2);
  const ratio = z / (halfWidth(near.count, 1, reaches, prior) * Math.sqrt(near.count));
  const replications = Math.max(2, Math.ceil(near.count * ratio * ratio));
  const isEach = study.kind === 'simulated' && needsOwnSessions(study);
  const items = isEach ? (longest * (longest + 1)) / 2 : longest;
  return { replications, items: replications * examinees * items };
}
