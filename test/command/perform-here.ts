import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type JobEnd, silentEnd } from '../../src/jobs/running/job-end.ts';
import { performOperation } from '../../src/jobs/running/perform-operation.ts';
import type { runOperation } from '../../src/jobs/running/run-operation.ts';

/** One operation at a time, as on a machine with one processor. */
let last: Promise<unknown> = Promise.resolve();

/** Options whose paths begin in a folder, as paths that do not: this process works elsewhere, and other tests with it. */
function inFolder(folder: string, options: Readonly<Record<string, unknown>>) {
  const local = (value: unknown) =>
    typeof value === 'string' && existsSync(join(folder, value)) ? join(folder, value) : value;
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      name === 'out'
        ? join(folder, String(value))
        : Array.isArray(value)
          ? value.map(local)
          : local(value),
    ]),
  );
}

/**
 * The operation of a job in the test's own process, where a process for each takes a second to begin. What is stopped counts as ended, although it
 * goes on; one with an option `endless` is not begun.
 */
export const performHere: typeof runOperation = (call, { folder, version, onProgress }) => {
  const stopped = Promise.withResolvers<JobEnd>();
  const isElsewhere = folder !== process.cwd();
  const options = isElsewhere ? inFolder(folder, call.options) : call.options;
  const run = async (): Promise<JobEnd> => ({
    ...(await performOperation({ ...call, options, version }, onProgress)),
    signal: null,
  });
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
