import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { cacheFolder } from '../cache/cache-folder.ts';

/**
 * Where calibrations and preparations of a bank are kept between commands, in the user's cache: of the built-in ones, and of all for graded tests, which take
 * minutes to prepare.
 */
export function bankCache(bank: string | undefined, strategy?: string): string | null {
  const isKept = strategy === 'graded' || (bank !== undefined && isBuiltinBank(bank));
  return isKept ? cacheFolder(process.env) : null;
}
