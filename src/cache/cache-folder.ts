import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder where results of long computations are kept between commands: THETARANK_CACHE, else `thetarank` in XDG_CACHE_HOME,
 * else in `.cache` of the user's home. Null where THETARANK_CACHE is empty: then nothing is kept.
 */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  home: () => string = homedir,
): string | null {
  const { THETARANK_CACHE: own, XDG_CACHE_HOME: shared } = env;
  if (own !== undefined) return own === '' ? null : own;
  // By the XDG specification a relative path is ignored.
  if (shared?.startsWith('/')) return join(shared, 'thetarank');
  return join(home(), '.cache', 'thetarank');
}
