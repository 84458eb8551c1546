import { ESTIMATORS, STANDARD_NORMAL } from '../src/irt/estimate/estimate.ts';
import { scoreExaminees } from '../src/irt/score-examinees.ts';
import { type Measured, measured, times } from './measure.ts';
import { simulatedItems, simulatedScores } from './simulated.ts';

const EXAMINEES = 10_000;
const ITEMS = 500;
const REPEATS = 3;
const TARGET = 5;
const BOUND = '5M answers × 49 nodes or more, one table entry added a nanosecond = 0.25 s';

/** The abilities of 10,000 examinees from 500 answers each, by every estimator. */
export function score(): Measured[] {
  const items = simulatedItems('score', ITEMS);
  const scores = simulatedScores('score', items, EXAMINEES);
  return ESTIMATORS.map((estimator) => {
    const options = { estimator, prior: STANDARD_NORMAL, bounds: [-6, 6] } as const;
    const { clock, cpu } = times(REPEATS, 1, () => scoreExaminees(items, scores, options));
    const seconds = clock.map((ms) => ms / 1000);
    return measured(`score, ${estimator}`, seconds, 's', TARGET, BOUND, {
      cpu: cpu / 1000,
      examinees: EXAMINEES,
      items: ITEMS,
    });
  });
}
