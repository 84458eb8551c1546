import type { DatabaseOptions } from '../../src/cli/command-kit.ts';
import type { TrialRequest } from './ask/prepare-trial.ts';

/** The options of `research trial`, as commander has them. */
export interface TrialOptions extends TrialRequest, DatabaseOptions {
  readonly budget?: readonly string[];
  readonly concurrency: number;
  readonly json?: boolean;
}

/** The files that are written besides the protocol. */
export const REPORT_FILES = ['trial.json', 'trial.md'] as const;
