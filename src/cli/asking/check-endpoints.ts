import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { checkEndpoint } from '../../examinee/endpoint/request/check-endpoint.ts';
import { printNote } from '../output/typed-commands.ts';

/**
 * Looks at endpoints before anything takes long: half a minute is long to wait for a mistyped address.
 * @param mustList what is to be done where an endpoint lists its models without one that is to be asked; undefined if that is a warning
 * @throws EXAMINEE_FAILED if no model can be asked; what one of several lacks is a warning; OPTION_INVALID as `mustList` says
 */
export async function checkEndpoints(
  models: readonly EndpointConfiguration[],
  mustList?: { readonly option: string; readonly accepted: string },
): Promise<void> {
  const checks = await Promise.allSettled(
    models.map((model) => checkEndpoint(model, { env: process.env })),
  );
  const failures = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  if (failures.length === models.length) throw failures[0];
  for (const { message } of failures) printNote(`warning: ${message}`);
  const unlisted = checks.flatMap((check) =>
    check.status === 'fulfilled' && check.value !== null ? [check.value] : [],
  );
  if (mustList !== undefined && unlisted.length > 0)
    fail('OPTION_INVALID', { ...mustList, found: unlisted.join(' ').replace(/\.$/, '') });
  for (const message of unlisted) printNote(`warning: ${message}`);
}
