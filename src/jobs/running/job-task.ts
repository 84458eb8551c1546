import { z } from 'zod';
import { OPERATIONS, type OperationName } from '../../operations/table.ts';

/** What a job runs, as it is kept with the job. */
export const keptTask = z.object({
  /** The operation that it does. */
  operation: z.object({
    name: z.string().refine((name): name is OperationName => Object.hasOwn(OPERATIONS, name)),
    options: z.record(z.string(), z.unknown()),
  }),
  /** Whether it can be run again after it was interrupted: it then keeps nothing twice. */
  isRepeatable: z.boolean(),
  /** Its own files, removed at its end: names of shared files, each also in an option, in place of its path. */
  files: z.array(z.string()).default([]),
  /** The study that it makes, of which one job at a time can; null if it makes none. */
  study: z.string().nullable().default(null),
});
export type KeptTask = Readonly<z.output<typeof keptTask>>;

/** The states of jobs that have not ended. */
export const OPEN_STATES = ['waiting', 'running'];
