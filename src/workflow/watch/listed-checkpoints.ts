import { fail } from '../../errors.ts';
import { endpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { readSecrets } from '../../examinee/endpoint/configuration/secrets.ts';
import { listedModels } from '../../examinee/endpoint/request/listed-models.ts';
import type { EndpointServices } from '../../examinee/services.ts';
import { byStep, isPlainName, type Look } from './checkpoint.ts';

/** Whose list is looked at. */
export interface WatchedEndpoint {
  readonly baseUrl: string;
  readonly keyVariable?: string | undefined;
  /** Which names are checkpoints; all by default. */
  readonly isWanted?: ((name: string) => boolean) | undefined;
}

/**
 * The models that an endpoint lists.
 * @throws EXAMINEE_FAILED if it gives no list; KEY_MISSING
 */
export async function listedCheckpoints(
  { baseUrl, keyVariable, isWanted = () => true }: WatchedEndpoint,
  env: EndpointServices['env'],
): Promise<Look> {
  const name = new URL(baseUrl).host;
  const configuration = endpointConfiguration({ name, baseUrl, model: name, keyVariable });
  const secrets = readSecrets(configuration, env);
  const found = await listedModels(baseUrl, secrets, env);
  if ('fault' in found) return fail('EXAMINEE_FAILED', { examinee: name, ...found.fault });
  const { ids, why } = found;
  if (ids.length === 0)
    fail('EXAMINEE_FAILED', {
      examinee: name,
      reason: `${baseUrl}/models gave no list of models (${why})`,
      todo: 'Check the address, the key, and that the endpoint is running.',
    });
  const ready = [...new Set(ids)].filter((id) => isPlainName(id) && isWanted(id)).sort(byStep);
  return { ready: ready.map((id) => ({ name: id, path: null })), waiting: [] };
}
