import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';

/** The configuration field that lists the hosts. */
const OPTION = 'allowedHosts in the configuration of the service';

/**
 * Refuses a model whose address is not allowed, before anything is sent to it: a mistyped or malicious address must not give
 * access to other machines through the service. Redirects are never followed. A host without a port is that of its scheme, 80
 * or 443; other ports must be named.
 * @param allowed hosts as `host` or `host:port`; letter case does not matter
 * @throws HOST_NOT_ALLOWED
 */
export function requireAllowedHost(
  { name, baseUrl }: Pick<EndpointConfiguration, 'name' | 'baseUrl'>,
  allowed: readonly string[],
): void {
  if (isAllowedHost(baseUrl, allowed)) return;
  fail('HOST_NOT_ALLOWED', { model: name, host: new URL(baseUrl).host, option: OPTION });
}

/** Whether the host of an address is among `allowed`. */
export function isAllowedHost(baseUrl: string, allowed: readonly string[]): boolean {
  const { host, hostname, port, protocol } = new URL(baseUrl);
  const usual = protocol === 'https:' ? '443' : '80';
  const forms = port === '' ? [hostname, `${hostname}:${usual}`] : [host];
  return allowed.some((entry) => forms.includes(entry.trim().toLowerCase()));
}
