import { fail } from '../../../errors.ts';
import { nearestNames } from '../../../nearest.ts';
import type { EndpointServices } from '../../services.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { FIELD_WORDS } from '../configuration/setting-words.ts';
import { listedModels } from './listed-models.ts';

/** Names of a list that are looked at, and characters of one that are shown. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 100;

/** What a look at an endpoint has shown. */
export interface EndpointCheck {
  /** Whether the model is in its list; null if it gave no list. */
  readonly isListed: boolean | null;
  /** A sentence about it. */
  readonly text: string;
  /** Where the server itself failed: what it answered; a list that is merely missing is none. */
  readonly failure?: { readonly reason: string; readonly todo: string };
}

/**
 * Looks at an endpoint before anything else takes time: asks for its list of models, which costs nothing. Endpoints need
 * not have one; only what is surely wrong is an error.
 *
 * @throws EXAMINEE_FAILED if no server answers at the address, the connection is not possible, or the key is refused; KEY_MISSING
 */
export async function checkEndpoint(
  configuration: EndpointConfiguration,
  { env, words = FIELD_WORDS }: Pick<EndpointServices, 'env' | 'words'>,
): Promise<EndpointCheck> {
  const { name, baseUrl, model, keyVariable } = configuration;
  const secrets = readSecrets(configuration, env, words);
  const found = await listedModels(baseUrl, secrets, env);
  if ('fault' in found) return fail('EXAMINEE_FAILED', { examinee: name, ...found.fault });
  if (found.status === 401)
    fail('EXAMINEE_FAILED', {
      examinee: name,
      reason: `HTTP 401 at ${baseUrl}/models`,
      todo:
        keyVariable === null
          ? `The endpoint needs an API key: name the environment variable that holds it with ${words.keyVariable}.`
          : `The endpoint refuses the API key in ${keyVariable}. Correct the key.`,
    });
  const { ids } = found;
  const isFailing = found.status !== null && found.status >= 500;
  const isSilent = found.status === null;
  if (ids.length === 0) {
    const unknown =
      keyVariable === null ? 'the name of the model' : 'API key and name of the model';
    return {
      isListed: null,
      text: `${name}: ${baseUrl} gave no list of models (${found.why}), so only the first question shows whether it accepts ${unknown}.`,
      ...(isSilent && {
        failure: {
          reason: `${found.why} at ${baseUrl}/models`,
          todo: 'Check the address, and that the endpoint is running. If it only has no list of models, start without --dry-run.',
        },
      }),
      ...(isFailing && {
        failure: {
          reason: `HTTP ${found.status} at ${baseUrl}/models`,
          todo: 'The server fails, whatever it is asked for. Look at its log, or try again later. If it fails only for the list of models, start without --dry-run.',
        },
      }),
    };
  }
  if (ids.includes(model))
    return { isListed: true, text: `${name}: ${baseUrl} answers and lists the model "${model}".` };
  // Names come from the endpoint: they may be long, hold what a terminal obeys, or the key.
  const near = nearestNames(model, ids.slice(0, MOST_NAMES))
    .map((id) =>
      secrets
        .redact(id)
        .replaceAll(/\p{Cc}/gu, '\uFFFD')
        .slice(0, LONGEST_NAME),
    )
    .join(', ');
  return {
    isListed: false,
    text: `${name}: ${baseUrl} does not list a model "${model}"; similar names: ${near}.`,
  };
}
