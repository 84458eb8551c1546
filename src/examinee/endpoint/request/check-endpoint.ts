import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { nearestNames } from '../../../nearest.ts';
import type { EndpointServices } from '../../services.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { causes } from './causes.ts';
import { httpFetch } from './http-fetch.ts';

/** How long to wait for a list of models, in milliseconds. */
const PATIENCE = 10_000;
/** The most bytes of it. */
const LARGEST_LIST = 4 * 2 ** 20;
/** Names of a list that are looked at, and characters of one that are shown. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 100;
/** Error codes of an address where no server answers, which waiting does not change. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

const list = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Looks at an endpoint before anything else takes time: asks for its list of models, which costs nothing. Endpoints need
 * not have one; only what is surely wrong is an error.
 *
 * @returns what may be wrong, such as a model that is not listed; null if nothing is seen
 * @throws EXAMINEE_FAILED if nobody answers at the address, or the key is refused; KEY_MISSING
 */
export async function checkEndpoint(
  configuration: EndpointConfiguration,
  { env }: Pick<EndpointServices, 'env'>,
): Promise<string | null> {
  const { name, baseUrl, model } = configuration;
  const { headers, redact } = readSecrets(configuration, env);
  const fetch = httpFetch(baseUrl, headers, env, LARGEST_LIST);
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`${baseUrl}/models`, { method: 'GET', signal });
    status = response.status;
    text = await response.text();
  } catch (error) {
    const codes = causes(error).map((cause) => String((cause as { code?: unknown }).code));
    const code = codes.find((found) => NOBODY.has(found));
    if (code === undefined) return null;
    return fail('EXAMINEE_FAILED', {
      examinee: name,
      reason: `${code} at ${baseUrl}`,
      todo: 'Check the address, and that the endpoint is running.',
    });
  }
  if (status === 401)
    fail('EXAMINEE_FAILED', {
      examinee: name,
      reason: `HTTP 401 at ${baseUrl}/models`,
      todo:
        configuration.keyVariable === null
          ? 'The endpoint needs an API key: name the environment variable that holds it with -M key-variable=NAME, or as keyVariable in a configuration.'
          : `The endpoint refuses the API key in ${configuration.keyVariable}. Correct the key.`,
    });
  const parsed = status === 200 ? list.safeParse(jsonOf(text)) : null;
  const ids = parsed?.success ? parsed.data.data.map(({ id }) => id) : [];
  if (ids.length === 0 || ids.includes(model)) return null;
  // Names come from the endpoint: they may be long, hold what a terminal obeys, or the key.
  const near = nearestNames(model, ids.slice(0, MOST_NAMES))
    .map((id) =>
      redact(id)
        .replaceAll(/\p{Cc}/gu, '\uFFFD')
        .slice(0, LONGEST_NAME),
    )
    .join(', ');
  return `${name}: ${baseUrl} does not list a model "${model}"; similar names: ${near}.`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
