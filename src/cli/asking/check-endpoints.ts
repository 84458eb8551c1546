import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import * as checks from '../../operations/asking/check-endpoints.ts';
import { printNote } from '../output/typed-commands.ts';

/** `checkEndpoints`, which says at the terminal what is not well. */
export function checkEndpoints(
  models: readonly EndpointConfiguration[],
  options: Omit<checks.CheckOptions, 'note'> = {},
): Promise<void> {
  return checks.checkEndpoints(models, { ...options, note: printNote });
}
