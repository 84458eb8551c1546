import type { Standing } from '../../api/sessions.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';

/** A 90% interval, in points. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval of a recorded score, widened to one of the expected score on items like these: on each side by n/N times the
 * half-width of Wilson's interval of n answers, for n answers to a bank of N items. This assumes that the errors have the same
 * sign and that items are drawn again, so it is rather too wide.
 *
 * @param answers n, at least 1
 * @param N; the number of answers if unknown
 */
export function withAnswerChance(
  { score, low, high }: Interval & { readonly score: number },
  answers: number,
  of: number | null,
): Interval {
  const right = Math.min(1, Math.max(0, score / 100));
  const sample = wilsonInterval(right, Math.max(1, answers), NORMAL_90);
  const part = 100 * Math.min(1, answers / Math.max(of ?? answers, 1));
  return {
    low: Math.max(0, low - part * Math.max(0, right - sample.low)),
    high: Math.min(100, high + part * Math.max(0, sample.high - right)),
  };
}

/** The interval of a session for a target. */
export function standingInterval(
  standing: Pick<Standing, 'low' | 'high' | 'expected'>,
  target: ScoreTarget,
): Interval {
  return target === 'recorded' ? standing : standing.expected;
}
