import { fail } from '../../../errors.ts';
import { baseUrl } from './base-url.ts';

export interface ModelAddress {
  readonly name: string;
  readonly baseUrl: string;
  /** How the endpoint calls the model. */
  readonly model: string;
}

const OPTION = 'model address';
const ADDRESS = /^(?<who>.*?)@(?<url>[a-z][a-z0-9+.-]*:\/\/.*)$/is;

/**
 * Reads `NAME@https://HOST/v1`, or `NAME=MODEL@https://HOST/v1` where the endpoint calls the model by another name.
 * @throws OPTION_INVALID
 */
export function parseModelAddress(text: string): ModelAddress {
  const match = ADDRESS.exec(text.trim());
  const equals = match?.groups?.who.indexOf('=') ?? -1;
  const who = match?.groups?.who ?? '';
  const name = (equals === -1 ? who : who.slice(0, equals)).trim();
  const model = (equals === -1 ? who : who.slice(equals + 1)).trim();
  const url = match?.groups?.url;
  if (url === undefined || name === '' || model === '')
    return fail('OPTION_INVALID', {
      option: OPTION,
      found: `"${text.replace(/\/\/[^/?#]*@/, '//[hidden]@')}"`,
      accepted:
        'NAME@https://HOST/v1, or NAME=MODEL@https://HOST/v1 if the endpoint calls it MODEL',
    });
  return { name, model, baseUrl: baseUrl(url, OPTION) };
}
