import { fail } from '../../../errors.ts';
import type { EndpointServices } from '../../services.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { FIELD_WORDS } from '../configuration/setting-words.ts';
import { endpointRequest } from './endpoint-request.ts';

/** How long to wait at most, in seconds: a server may be loading the model. */
const PATIENCE = 60;

/** A dozen tokens, which are no question of a bank. */
const PROBE = {
  item: 'probe',
  repeat: 0,
  messages: [{ role: 'user', content: 'One, two, three,' }],
  continuations: [' four', ' seven'],
} as const;

/**
 * Has a server score two words, before anything else takes time: whether it returns log-probabilities of a prompt is told by no list.
 * @returns a sentence about it; a fault that may pass is no error
 * @throws EXAMINEE_FAILED if it does not return them, or the request can never succeed; KEY_MISSING
 */
export async function checkLikelihoods(
  configuration: EndpointConfiguration,
  services: Pick<EndpointServices, 'env' | 'now' | 'sleep' | 'words'>,
): Promise<string> {
  const { name, baseUrl, timeoutSeconds } = configuration;
  const patient = { ...configuration, timeoutSeconds: Math.min(PATIENCE, timeoutSeconds) };
  const secrets = readSecrets(configuration, services.env, services.words ?? FIELD_WORDS);
  const { sender } = await import('./send.ts');
  const send = sender(patient, secrets, services);
  const outcome = await send(endpointRequest(patient, PROBE), undefined, true);
  switch (outcome.kind) {
    case 'answer':
      return `${name}: ${baseUrl} returns log-probabilities of prompts.`;
    case 'failed':
      return fail('EXAMINEE_FAILED', { examinee: name, ...outcome });
    case 'retry':
      if (outcome.absent === undefined)
        return `${name}: whether ${baseUrl} returns log-probabilities of prompts could not be seen (${outcome.detail}).`;
      return fail('EXAMINEE_FAILED', {
        examinee: name,
        reason: outcome.detail,
        todo: outcome.absent,
      });
    case 'refused':
      return `${name}: whether ${baseUrl} returns log-probabilities of prompts could not be seen (${outcome.reason}).`;
  }
}
