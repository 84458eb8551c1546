import { serveTasks } from '../../threads/serve-tasks.ts';
import { openRankTasks } from './rank-folds.ts';

/** One thread of a ranking. */
serveTasks(openRankTasks);
