import { serveTasks } from '../../../threads/serve-tasks.ts';
import { openRefreshes } from './refresh-thread.ts';

/** The thread of a refresh. */
serveTasks(openRefreshes);
