import type { TaskWork } from '../../threads/serve-tasks.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { type FoldPart, type FoldTest, rankFolds, type WholeCalibration } from './rank-folds.ts';
import type { RankRequest } from './rank-request.ts';

/** The steps of a ranking as tasks for threads. */
export type RankTask =
  | { readonly do: 'whole' }
  | { readonly do: 'calibrate'; readonly k: number }
  | { readonly do: 'choices'; readonly k: number; readonly fold: FoldPart }
  | {
      readonly do: 'test';
      readonly whole: WholeCalibration;
      readonly fold: FoldPart;
      readonly choices: RobustBank | null;
    };

export type RankTaskResult = WholeCalibration | FoldPart | RobustBank | null | FoldTest[];

/** How a thread does the steps of a ranking. */
export function openRankTasks(request: RankRequest): TaskWork<RankTask, RankTaskResult> {
  const ranking = rankFolds(request);
  return (task, onStep) => {
    switch (task.do) {
      case 'whole':
        return ranking.whole();
      case 'calibrate':
        return ranking.calibrate(task.k);
      case 'choices':
        return ranking.choices(task.k, task.fold);
      case 'test':
        return ranking.test(task.whole, task.fold, task.choices, onStep);
    }
  };
}
