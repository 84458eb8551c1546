import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { TaskWork } from '../../threads/serve-tasks.ts';
import type { Learned } from '../live/strategies.ts';
import type { HeldOutErrors } from '../robust/held-out-tests.ts';
import { type FoldPart, type FoldTest, rankFolds, type WholeCalibration } from './rank-folds.ts';
import type { RankRequest } from './rank-request.ts';

/** The steps of a ranking as tasks for threads. */
export type RankTask =
  | { readonly do: 'whole' }
  | { readonly do: 'calibrate'; readonly k: number }
  | { readonly do: 'fit-robust'; readonly k: number; readonly fold: FoldPart }
  | {
      readonly do: 'test-held-out';
      readonly k: number;
      readonly fold: FoldPart;
      readonly left: number;
    }
  | { readonly do: 'learn'; readonly k: number; readonly fold: FoldPart }
  | {
      readonly do: 'test';
      readonly k: number;
      readonly whole: WholeCalibration;
      readonly fold: FoldPart;
      readonly learned: Learned | null;
      readonly rows: readonly number[];
    };

export type RankTaskResult =
  | WholeCalibration
  | FoldPart
  | HeldOutErrors
  | ScoreModel
  | Learned
  | FoldTest[]
  | null;

/** How a thread does the steps of a ranking; tests are told of one by one. */
export function openRankTasks(request: RankRequest): TaskWork<RankTask, RankTaskResult, FoldTest> {
  const ranking = rankFolds(request);
  return (task, onTest) => {
    switch (task.do) {
      case 'whole':
        return ranking.whole();
      case 'calibrate':
        return ranking.calibrate(task.k);
      case 'fit-robust':
        return ranking.fitRobust(task.k, task.fold);
      case 'test-held-out':
        return ranking.testHeldOut(task.k, task.fold, task.left);
      case 'learn':
        return ranking.learn(task.k, task.fold);
      case 'test':
        return ranking.test(task.k, task.whole, task.fold, task.learned, task.rows, onTest);
    }
  };
}
