import { fail } from '../../../errors.ts';
import { isSecretName } from '../../../text/secret-name.ts';

const ACCEPTED =
  'an http or https address such as https://api.example.com/v1, without user, password, key or fragment';
const USER = /\/\/[^/?#]*@/;

/**
 * The address of an endpoint in one spelling, so that it can be compared: without a slash at its end, and without the
 * `/chat/completions` or `/embeddings` that is put behind it. Addresses are written down in records, so they hold no secrets.
 * @param option how to call it in an error
 * @throws OPTION_INVALID, without what was secret
 */
export function baseUrl(text: string, option: string): string {
  const refuse = (found: string): never =>
    fail('OPTION_INVALID', { option, found, accepted: ACCEPTED });
  if (USER.test(text)) refuse(`"${text.replace(USER, '//[hidden]@')}"`);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return refuse(`"${text}"`);
  }
  for (const name of url.searchParams.keys())
    if (isSecretName(name)) refuse(`an address with the parameter "${name}"`);
  if (!['http:', 'https:'].includes(url.protocol) || url.hash !== '') refuse(`"${text}"`);
  url.pathname = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(?:chat\/completions|embeddings)$/, '');
  return url.href.replace(/\/(?=$|\?)/, '');
}
