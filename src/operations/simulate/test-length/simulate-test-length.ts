import type { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import { NO_STUDY_WATCH, type StudyWatch } from '../../../workflow/studies/study-watch.ts';
import { libraryContext } from '../../library-context.ts';
import { readOptions } from '../../options.ts';
import { type lengthFields, lengthOptions } from './options.ts';
import { type LengthResult, runTestLength } from './run-test-length.ts';

/** Which shortest test is looked for: the options of `simulate test-length`. */
export type TestLengthRequest = Omit<
  z.input<typeof lengthFields>,
  'workers' | 'on' | 'out' | 'resume' | 'plot'
>;

/** How a study is run; nothing of it changes what comes of it. */
export interface TestLengthOptions {
  /** Has the bank, where it is not built in. */
  readonly store?: Store;
  /** Threads; as many as there are processors by default. */
  readonly workers?: number;
  /** Keeps replications there. */
  readonly folder?: string;
  /** Continues with the study in the folder. */
  readonly resume?: boolean;
  readonly watch?: StudyWatch;
}

/**
 * Looks for the shortest test that reaches a target, such as `kendall>=0.95`, by simulated examinees on a calibrated bank,
 * or (`recorded: true`) by the recorded models of a bank on calibrations without them.
 *
 * @throws OPTION_INVALID, OPTIONS_CONFLICT, NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, and what is wrong with files
 */
export function simulateTestLength(
  request: TestLengthRequest,
  { store, workers, folder, resume = false, watch = NO_STUDY_WATCH }: TestLengthOptions = {},
): Promise<LengthResult> {
  const options = readOptions(lengthOptions, { ...request, workers, out: folder, resume });
  return runTestLength(options, libraryContext(store ?? null, watch));
}
