import type { Bank } from '../../item-bank/bank.ts';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { fail } from '../errors.ts';

/**
 * The built-in bank of a command that works with no others.
 * @param instead what works with a bank of one's own
 * @throws OPTION_INVALID, which names all of them, since a bank of one's own is not unknown
 */
export function builtinBank(name: string, instead: string): Bank {
  if (isBuiltinBank(name)) return loadBuiltinBank(name);
  return fail('OPTION_INVALID', {
    option: '--bank',
    found: `"${name}"`,
    accepted: `a built-in bank (${BUILTIN_BANKS.join(', ')}); ${instead}`,
  });
}
