import type { TrialRequest } from '../../workflow/trial/prepare-trial.ts';
import type { DatabaseOptions } from '../options/database-option.ts';

/** The options of `calibrate trial`, as commander has them. */
export interface TrialOptions extends TrialRequest, DatabaseOptions {
  readonly budget?: readonly string[];
  readonly concurrency: number;
  readonly json?: boolean;
}

/** What is written, beside the protocol. */
export const REPORT_FILES = ['trial.json', 'trial.md'] as const;
