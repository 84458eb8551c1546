import { serveTasks } from '../../src/threads/serve-tasks.ts';
import { openTestTasks } from './test-tasks.ts';

serveTasks(openTestTasks);
