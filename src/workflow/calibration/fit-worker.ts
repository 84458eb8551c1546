import { serveTasks } from '../../threads/serve-tasks.ts';
import { openFits } from './fit-thread.ts';

/** The thread of a fit. */
serveTasks(openFits);
