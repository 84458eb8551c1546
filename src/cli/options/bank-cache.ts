import { isBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { cacheFolder } from '../../cache/cache-folder.ts';

/** Where calibrations and preparations of a bank are kept between commands: of the built-in ones, in the user's cache. */
export function bankCache(bank: string | undefined): string | null {
  return bank !== undefined && isBuiltinBank(bank) ? cacheFolder(process.env) : null;
}
