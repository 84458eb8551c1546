import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { TaskWork } from '../../threads/serve-tasks.ts';
import type { ChoiceTrial, TriedChoice } from '../robust/held-out-tests.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { type FoldPart, type FoldTest, rankFolds, type WholeCalibration } from './rank-folds.ts';
import type { RankRequest } from './rank-request.ts';

/** The steps of a ranking as tasks for threads. */
export type RankTask =
  | { readonly do: 'whole' }
  | { readonly do: 'calibrate'; readonly k: number }
  | {
      readonly do: 'try';
      readonly k: number;
      readonly fold: FoldPart;
      readonly trial: ChoiceTrial;
    }
  | {
      readonly do: 'fit';
      readonly k: number;
      readonly fold: FoldPart;
      readonly dimensions: number;
    }
  | {
      readonly do: 'test';
      readonly whole: WholeCalibration;
      readonly fold: FoldPart;
      readonly choices: RobustBank | null;
    };

export type RankTaskResult = WholeCalibration | FoldPart | TriedChoice | ScoreModel | FoldTest[];

/** How a thread does the steps of a ranking. */
export function openRankTasks(request: RankRequest): TaskWork<RankTask, RankTaskResult> {
  const ranking = rankFolds(request);
  return (task, onStep) => {
    switch (task.do) {
      case 'whole':
        return ranking.whole();
      case 'calibrate':
        return ranking.calibrate(task.k);
      case 'try':
        return ranking.tryChoice(task.k, task.fold, task.trial);
      case 'fit':
        return ranking.fitModel(task.k, task.fold, task.dimensions);
      case 'test':
        return ranking.test(task.whole, task.fold, task.choices, onStep);
    }
  };
}
