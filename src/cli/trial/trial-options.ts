import type { DatabaseOptions } from '../database-option.ts';

/** The options of `calibrate trial`, as commander has them. */
export interface TrialOptions extends DatabaseOptions {
  readonly bank: string;
  readonly config: string;
  readonly items?: number;
  readonly budget?: readonly string[];
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly cache: boolean;
  readonly out: string;
  readonly json?: boolean;
}

/** What is written, beside the protocol. */
export const REPORT_FILES = ['trial.json', 'trial.md'] as const;
