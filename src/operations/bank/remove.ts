import { z } from 'zod';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import type { BankHoldings, Store } from '../../store/store.ts';
import { bankArgument } from '../fields.ts';
import { operation } from '../operation.ts';

export const bankRemove = operation({
  name: 'bank remove',
  summary:
    'Remove a bank with its items, recorded answers and calibrations from the database; of a built-in bank, its question text. Runs and sessions stay.',
  help: `
Examples:
  thetarank bank remove mine
  thetarank bank remove mine --yes

Without --yes nothing is removed: the command says what would be. To rename a bank, export its items and recorded answers, import them
under the other name, and remove the old bank.`,
  options: z.object({
    name: bankArgument,
    yes: z
      .boolean()
      .default(false)
      .describe('do it; without it the command only says what would be removed'),
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ name, yes }, { store }) =>
    store(async (open) => {
      const holdings = (await open.bankHoldings(name)) ?? (await refuse(open, name));
      if (yes) await open.removeBank(name);
      return { bank: name, removed: yes, ...holdings };
    }),
  report: ({ bank, removed, ...holdings }, { where }) =>
    removed
      ? { lead: `Removed ${bank}: ${contents(holdings)}.` }
      : {
          lead: `${bank} has ${contents(holdings)}. Nothing was removed, and what is removed cannot be restored.`,
          next: `thetarank bank remove ${shellWord(bank)} --yes${where}`,
        },
});

async function refuse(store: Store, name: string): Promise<never> {
  if (isBuiltinBank(name))
    return fail('OPTION_INVALID', {
      option: 'name',
      found: `${name}, a built-in bank without question text in the database`,
      accepted: 'a bank of the database',
    });
  const names = (await store.banks()).map((own) => own.name);
  return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, names) });
}

/** `60 items, recorded answers of 5 models, 1 calibration` */
function contents({ items, examinees, calibrations }: BankHoldings): string {
  return [
    plural(items, 'item'),
    ...(examinees > 0 ? [`recorded answers of ${plural(examinees, 'model')}`] : []),
    ...(calibrations > 0 ? [plural(calibrations, 'calibration')] : []),
  ].join(', ');
}
