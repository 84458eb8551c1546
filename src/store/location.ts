import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The default database: `$THETARANK_HOME/thetarank.db`, and `~/.local/share/thetarank/thetarank.db` if that is not set or
 * empty.
 */
export function defaultLocation(env: Readonly<Record<string, string | undefined>>): string {
  return join(
    env.THETARANK_HOME || join(homedir(), '.local', 'share', 'thetarank'),
    'thetarank.db',
  );
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location);
}

/**
 * An address as it may be shown: user, host, port and database. Passwords, and all that stands after `?`, are not; and
 * nothing is where a password with an unescaped `/`, `?` or `#` may have been cut in two.
 */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const { username, host, pathname, search, hash } = new URL(address);
  if (hash !== '' || `${pathname}${search}`.includes('@')) return 'postgres://…';
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}
