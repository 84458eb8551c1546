import { serveTasks } from '../../../threads/serve-tasks.ts';
import { openSuspects } from './suspects-thread.ts';

/** The thread that weighs the answers of a bank. */
serveTasks(openSuspects);
