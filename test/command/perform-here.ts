import { type JobEnd, silentEnd } from '../../src/jobs/running/job-end.ts';
import { performOperation } from '../../src/jobs/running/perform-operation.ts';
import type { runOperation } from '../../src/jobs/running/run-operation.ts';

/** The folder is one of the whole process: one operation at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The operation of a job in the test's own process, where a process for each takes a second to begin. What is stopped counts as ended, although it
 * goes on; one with an option `endless` is not begun.
 */
export const performHere: typeof runOperation = (call, { folder, version, onProgress }) => {
  const stopped = Promise.withResolvers<JobEnd>();
  const before = process.cwd();
  const run = async (): Promise<JobEnd> => {
    process.chdir(folder);
    try {
      return { ...(await performOperation({ ...call, version }, onProgress)), signal: null };
    } finally {
      process.chdir(before);
    }
  };
  const begin = () => {
    const ended = last.then(run);
    last = ended.catch(() => {});
    return ended;
  };
  return {
    ended:
      call.options.endless === true ? stopped.promise : Promise.race([stopped.promise, begin()]),
    stop() {
      const signal = 'SIGINT';
      stopped.resolve({ error: silentEnd(null, signal), result: null, signal });
    },
  };
};
