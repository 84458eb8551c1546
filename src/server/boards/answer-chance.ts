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
 * The interval of a recorded score, widened to one of the score to be expected on items like these: by the chance in n answers of
 * N items, n/N times the half-width of Wilson's interval of n answers, on each side. That takes the errors to have the same
 * sign, and items to be drawn again, so that it is rather too wide.
 *
 * @param answers n, at least 1
 * @param of N; the answers alone where it is not known
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

/** The interval of a session for a target; of sessions that ended before the expected one was kept it is found from the other. */
export function standingInterval(
  standing: Pick<Standing, 'score' | 'low' | 'high' | 'answers'> &
    Partial<Pick<Standing, 'expected'>>,
  target: ScoreTarget,
  of: number | null,
): Interval {
  if (target === 'recorded') return standing;
  return standing.expected ?? withAnswerChance(standing, standing.answers, of);
}
