import { serveTasks } from '../../src/threads/serve-tasks.ts';
import { openReplications } from './replication-threads.ts';

/** One thread of a study: receives numbers of replications with lengths, and returns their results. */
serveTasks(openReplications);
