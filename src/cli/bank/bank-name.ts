import { InvalidArgumentError } from 'commander';
import { BANK_NAME } from '../../../item-bank/bank-name.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';

/** Reads the name of a bank; for commander's option parsers. */
export function bankName(text: string): string {
  const name = text.normalize('NFC');
  if (!BANK_NAME.test(name))
    throw new InvalidArgumentError(
      'Accepted: at most 100 letters, digits and . _ -, beginning with a letter or digit.',
    );
  return name;
}

/** The name of a bank of one's own: the built-in banks have their items. @throws OPTION_INVALID */
export function ownBankName(name: string, option: string): string {
  if (isBuiltinBank(name))
    fail('OPTION_INVALID', {
      option,
      found: `the built-in bank ${name}`,
      accepted: `another name, as built-in banks do not change; about its question text see: thetarank bank show ${name}`,
    });
  return name;
}
