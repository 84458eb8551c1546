import { z } from 'zod';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';

/** What a job runs, as it is kept with the job. */
export const keptTask = z.object({
  /** The operation that it does; null if it runs a command. */
  operation: z
    .object({
      name: z.string().refine((name): name is OperationName => Object.hasOwn(OPERATIONS, name)),
      options: z.record(z.string(), z.unknown()),
    })
    .nullable()
    .default(null),
  /** Of the command. */
  args: z.array(z.string()),
  /** Arguments to continue the command after it was interrupted; null if that is impossible. */
  resume: z.array(z.string()).nullable(),
  /** A file that exists once the command can be continued; null if it always can. */
  begun: z.string().nullable(),
  /** Its own files, removed at its end: names of shared files, each also an argument or an option, in place of its path. */
  files: z.array(z.string()),
  /** The study that it makes, of which one job at a time can; null if it makes none. */
  study: z.string().nullable(),
});
export type KeptTask = Readonly<z.output<typeof keptTask>>;

/** The states of jobs that have not ended. */
export const OPEN_STATES = ['waiting', 'running'];

/** A task that continues what an earlier run of it has begun. @param isAgain whether it ran before */
export function continued(task: KeptTask, isAgain: boolean): KeptTask {
  const added = isAgain ? (task.resume ?? []) : [];
  return { ...task, args: [...task.args, ...added.filter((word) => !task.args.includes(word))] };
}
