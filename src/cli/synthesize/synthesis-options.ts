import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { mostTokens } from '../../examinee/endpoint/most-cost.ts';
import { readYaml } from '../../files/read-yaml.ts';
import type { DatabaseOptions } from '../database-option.ts';
import { dollars } from '../live/live-options.ts';

/** The options of `calibrate synthesize`, as commander has them. */
export interface SynthesizeOptions extends DatabaseOptions {
  readonly bank: string;
  readonly config: string;
  readonly items?: number;
  readonly itemsPerParticipant?: number;
  readonly budget?: string;
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly cache: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** The configuration, with what the options say in place of it. @throws FILE_INVALID and others of reading a file */
export function readSynthesis(options: SynthesizeOptions): SynthesisConfiguration {
  const { config, itemsPerParticipant } = options;
  const read = synthesisConfiguration(readYaml(config), config);
  return itemsPerParticipant === undefined ? read : { ...read, design: { itemsPerParticipant } };
}

/** The budget in dollars; null for none. @throws OPTION_INVALID; OPTIONS_CONFLICT where a call may cost anything */
export function readBudget(
  { budget }: SynthesizeOptions,
  models: readonly EndpointConfiguration[],
): number | null {
  if (budget === undefined) return null;
  for (const model of models) {
    const lacks =
      model.price === null ? 'price' : mostTokens(model) === null ? 'sampling.maxTokens' : null;
    if (lacks !== null)
      fail('OPTIONS_CONFLICT', {
        options: '--budget',
        reason: `there is no ${lacks} for ${model.name} in the configuration.`,
      });
  }
  return dollars(budget);
}
