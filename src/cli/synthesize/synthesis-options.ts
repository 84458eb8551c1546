import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { atBatchPrice } from '../../workflow/synthesis/batch/batch-price.ts';
import type { DatabaseOptions } from '../options/database-option.ts';
import type { OnOptions } from '../options/on-option.ts';
import type { BatchOptions } from './batch/batch-options.ts';
import type { FitOptions } from './fit/fit-options.ts';

/** The options of `calibrate synthesize`, as commander has them. */
export interface SynthesizeOptions extends DatabaseOptions, OnOptions, BatchOptions, FitOptions {
  readonly bank: string;
  readonly config: string;
  readonly items?: number;
  readonly itemsPerParticipant?: number;
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly reuse?: boolean;
  /** Asks models that their endpoints do not list. */
  readonly unlisted?: boolean;
  readonly fit: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** The configuration, with what the options say in place of it. @throws FILE_INVALID and others of reading a file */
export function readSynthesis(options: SynthesizeOptions): SynthesisConfiguration {
  const { config, itemsPerParticipant } = options;
  const read = atBatchPrice(synthesisConfiguration(readYaml(config), config), options);
  return itemsPerParticipant === undefined ? read : { ...read, design: { itemsPerParticipant } };
}
