import { serveTasks } from '../../src/threads/serve-tasks.ts';
import { paperSimulator } from './run-paper.ts';

/** One thread of the paper's study. */
serveTasks(paperSimulator);
