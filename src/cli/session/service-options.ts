import type { Command } from 'commander';
import { type ServiceClient, serviceClient } from '../../client/service-client.ts';
import { fail } from '../../errors.ts';

/** How a service is reached. */
export interface ServiceOptions {
  readonly url: string;
  readonly keyVariable: string;
}

/** Adds the options by which a service is reached. */
export function addServiceOptions(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'address of the service, or $THETARANK_URL',
      process.env.THETARANK_URL ?? 'http://127.0.0.1:3000',
    )
    .option(
      '--key-variable <name>',
      'environment variable that holds the API key of the service',
      'THETARANK_KEY',
    );
}

/** @throws SERVICE_KEY_MISSING, OPTION_INVALID */
export function clientOf({ url, keyVariable }: ServiceOptions): ServiceClient {
  const key = process.env[keyVariable]?.trim() ?? '';
  if (key === '') fail('SERVICE_KEY_MISSING', { variable: keyVariable });
  const isAddress = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (!isAddress || new URL(url).username !== '')
    fail('OPTION_INVALID', {
      option: '--url',
      found: isAddress ? 'an address with a user name' : `"${url}"`,
      accepted: 'an http or https address such as http://127.0.0.1:3000',
    });
  return serviceClient({ url, key });
}
