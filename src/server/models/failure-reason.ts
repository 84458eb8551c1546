import { ThetarankError } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';

/** Longest reason that a session keeps, in characters. */
const LONGEST = 500;
const DEFECT = 'an error inside the service; for the cause see its log.';

/**
 * Why a model could not be asked further, for readers of its session. It contains neither the model's address nor the name of
 * its key, and no details of a defect.
 * @param model undefined if the configuration does not have it any more
 */
export function failureReason(
  error: unknown,
  model: Pick<EndpointConfiguration, 'name' | 'baseUrl'> | undefined,
): string {
  if (!(error instanceof ThetarankError)) return DEFECT;
  if (model === undefined) return error.message.slice(0, LONGEST);
  const { name, baseUrl } = model;
  switch (error.code) {
    case 'KEY_MISSING':
      return `model ${name}: the service has no API key for it. Ask an administrator to set the environment variable that the configuration names.`;
    case 'EXAMINEE_FAILED':
      return withoutAddress(error.message, baseUrl);
    default:
      return error.message.slice(0, LONGEST);
  }
}

/** What was said about a model, shortened, without its address and those that it redirects to. */
export function withoutAddress(text: string, baseUrl: string): string {
  const { host, hostname } = new URL(baseUrl);
  return [baseUrl, host, hostname]
    .reduce((known, part) => known.replaceAll(part, '[address]'), text)
    .replaceAll(/(?<=redirect to )\S+|https?:\/\/\S+/g, '[address]')
    .slice(0, LONGEST);
}
