import { checkEndpoint } from '../../examinee/endpoint/check-endpoint.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';

/**
 * Looks at endpoints before anything takes long: half a minute is long to wait for a mistyped address.
 * @throws EXAMINEE_FAILED where no model can be asked; what one of several lacks is a warning
 */
export async function checkEndpoints(models: readonly EndpointConfiguration[]): Promise<void> {
  const checks = await Promise.allSettled(
    models.map((model) => checkEndpoint(model, { env: process.env })),
  );
  const failures = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  if (failures.length === models.length) throw failures[0];
  for (const { message } of failures) console.error(`warning: ${message}`);
  for (const check of checks)
    if (check.status === 'fulfilled' && check.value !== null)
      console.error(`warning: ${check.value}`);
}
