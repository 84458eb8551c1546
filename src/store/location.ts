import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fail } from '../errors.ts';

/**
 * The default database: `$THETARANK_HOME/thetarank.db`; if that is not set or empty `$XDG_DATA_HOME/thetarank/thetarank.db`, and
 * else `~/.local/share/thetarank/thetarank.db`.
 * @see https://specifications.freedesktop.org/basedir-spec: a path there that is not absolute does not count
 */
export function defaultLocation(env: Readonly<Record<string, string | undefined>>): string {
  const { THETARANK_HOME: own, XDG_DATA_HOME: xdg = '' } = env;
  const data = isAbsolute(xdg) ? xdg : join(homedir(), '.local', 'share');
  return join(own || join(data, 'thetarank'), 'thetarank.db');
}

export function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location);
}

/** The start of an address; one letter before the colon is a drive. */
const SCHEME = /^\s*([a-z][a-z0-9+.-]+):\//i;

/**
 * Refuses addresses of other kinds: as paths they would become files of that name, and messages would show their passwords.
 * @param option what names it
 * @throws OPTION_INVALID
 */
export function requireLocation(location: string, option: string): void {
  const scheme = SCHEME.exec(location)?.[1];
  if (scheme === undefined || isPostgres(location)) return;
  fail('OPTION_INVALID', {
    option,
    found: `an address that begins with ${scheme}:`,
    accepted:
      'the path of an SQLite file, or postgres://USER@HOST:PORT/DATABASE (a file of this name: ./ before it)',
  });
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

/**
 * Marks the shared files of a database, because several databases may share a place: the first 12 hexadecimal digits of the SHA-256 of
 * its location.
 */
export function databaseMark(location: string): string {
  const database = isPostgres(location) ? location : resolve(location);
  return createHash('sha256').update(database).digest('hex').slice(0, 12);
}
