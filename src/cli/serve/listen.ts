import { fail } from '../../errors.ts';

/** What listening may fail of that another address or port helps against. */
const OF_ADDRESS = new Set([
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EACCES',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EINVAL',
  'ERR_SOCKET_BAD_PORT',
]);

/** Says that an address cannot be listened on. @throws OPTION_INVALID, or `error` where it is about something else */
export function refuseToListen(error: unknown, host: string, port: number): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!OF_ADDRESS.has(code)) throw error;
  return fail('OPTION_INVALID', {
    option: '--host, --port',
    found: `${host}:${port} (${code})`,
    accepted: 'an address of this machine and a free port; --port 0 picks one',
  });
}
