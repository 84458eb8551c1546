import { workerData } from 'node:worker_threads';
import { serveTasks } from 'thetarank';
import type { StudyWork, Task } from './run-study.ts';
import { loadStudy } from './studies.ts';

/** One thread of a study. */
const { name, given } = workerData as StudyWork;
const tables = (await loadStudy(name)).tables(given);
serveTasks(
  () =>
    ({ table, place, run }: Task) =>
      tables[table].run(tables[table].cells[place], run),
);
