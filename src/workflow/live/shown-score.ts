import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';

/** A score with the interval of the target that is shown. */
export function shownScore(
  {
    score,
    low,
    high,
    expected,
  }: ScoreWithInterval & {
    /** Absent from results of earlier versions. */
    readonly expected?: ScoreWithInterval | null;
  },
  target: ScoreTarget = 'recorded',
): ScoreWithInterval {
  return target === 'expected' && expected != null ? expected : { score, low, high };
}
