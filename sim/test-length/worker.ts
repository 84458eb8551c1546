import { serveTasks } from '../../src/threads/serve-tasks.ts';
import { openReplications } from './replication-threads.ts';

/** One thread of a study: takes numbers of replications with lengths, gives what they found. */
serveTasks(openReplications);
