import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';

/** A score with the interval of the target that is shown. */
export function shownScore(
  { score, low, high, expected }: ScoreWithInterval & { readonly expected: ScoreWithInterval },
  target: ScoreTarget,
): ScoreWithInterval {
  return target === 'expected' ? expected : { score, low, high };
}
