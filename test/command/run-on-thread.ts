import { endError, errorReader, resultReader } from '../../src/jobs/running/child-output.ts';
import type {
  CommandEnd,
  CommandOptions,
  RunningCommand,
} from '../../src/jobs/running/run-command.ts';
import { runCommand } from './run-command.ts';

/**
 * The command of a job on a thread of the test's own process: see `runCommand` here. What is stopped counts as ended, although its
 * thread goes on; `stand-in`, which goes on until it is stopped, is not begun.
 */
export function runOnThread(
  args: readonly string[],
  { database, onProgress }: CommandOptions,
): RunningCommand {
  const stopped = Promise.withResolvers<CommandEnd>();
  const run = async (): Promise<CommandEnd> => {
    const env = { THETARANK_PROGRESS: 'json', THETARANK_DATABASE: database };
    const { status, stdout, stderr } = await runCommand(args, env);
    const [errors, printed] = [errorReader(onProgress), resultReader()];
    errors.write(stderr);
    printed.write(stdout);
    return {
      error: endError(status, null, errors.error()),
      result: printed.result(),
      signal: null,
    };
  };
  return {
    ended: args[0] === 'stand-in' ? stopped.promise : Promise.race([stopped.promise, run()]),
    stop() {
      const signal = 'SIGINT';
      stopped.resolve({ error: endError(null, signal, null), result: null, signal });
    },
  };
}
