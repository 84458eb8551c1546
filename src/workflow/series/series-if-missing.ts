import { absentCounts } from '../../scoring/absent.ts';
import type { AbsentAnswers } from '../live/absent-answers.ts';
import type { ResultChange, ResultCheckpoint, SeriesResult } from './series-result.ts';

/**
 * A series with what its checkpoints come to without the answers that are not there.
 * @param absent by step
 * @param without the checkpoints of the analysis without them; those without any other answer are not among them
 */
export function withoutAbsent(
  result: SeriesResult,
  absent: ReadonlyMap<number, AbsentAnswers>,
  without: readonly ResultCheckpoint[],
): SeriesResult {
  return {
    ...result,
    checkpoints: result.checkpoints.map((own): ResultCheckpoint => {
      const left = without.find(({ step }) => step === own.step);
      const counts = absentCounts(absent.get(own.step)?.values() ?? []);
      if (left === undefined) return { ...own, ...counts, ifMissing: null };
      const { score, low, high, verified, items, change, best } = left;
      const movesMarks = markOf(change) !== markOf(own.change) || markOf(best) !== markOf(own.best);
      return {
        ...own,
        ...counts,
        ifMissing: { score, low, high, verified, items, change, best, movesMarks },
      };
    }),
  };
}

function markOf(change: ResultChange | null): number {
  return change?.significant === true ? Math.sign(change.difference) : 0;
}
