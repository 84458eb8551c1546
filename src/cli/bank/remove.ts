import type { Command } from 'commander';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import type { BankHoldings } from '../../store/store.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

interface RemoveOptions extends DatabaseOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank bank remove mine
  thetarank bank remove mine --yes

Without --yes nothing is removed: the command says what would be. To rename a bank, export its items and recorded answers, import them
under the other name, and remove the old bank.`;

/** `thetarank bank remove`: a bank with its items, recorded answers and calibrations. */
export function addBankRemoveCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('remove')
      .description(
        'Remove a bank with its items, recorded answers and calibrations from the database; of a built-in bank, its question text. Runs and sessions stay.',
      )
      .argument('<name>', 'a bank'),
  )
    .option('--yes', 'do it; without it the command only says what would be removed')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runRemove);
}

async function runRemove(name: string, options: RemoveOptions): Promise<void> {
  await readStore(options, async (store) => {
    const holdings = await store.bankHoldings(name);
    if (holdings === undefined) {
      if (isBuiltinBank(name))
        return fail('OPTION_INVALID', {
          option: 'name',
          found: `${name}, a built-in bank without question text in the database`,
          accepted: 'a bank of the database',
        });
      const names = (await store.banks()).map((own) => own.name);
      return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, names) });
    }
    const isRemoved = options.yes === true;
    if (isRemoved) await store.removeBank(name);
    if (options.json) {
      console.log(JSON.stringify({ bank: name, removed: isRemoved, ...holdings }, null, 2));
      return;
    }
    if (isRemoved) printText(`Removed ${name} from ${store.location}: ${contents(holdings)}.`);
    else
      printText(
        `${name} in ${store.location} has ${contents(holdings)}. Nothing was removed, and what is removed cannot be restored.\n\nNext: thetarank bank remove ${shellWord(name)} --yes${databaseOf(options)}`,
      );
  });
}

/** `60 items, recorded answers of 5 models, 1 calibration` */
function contents({ items, examinees, calibrations }: BankHoldings): string {
  return [
    plural(items, 'item'),
    ...(examinees > 0 ? [`recorded answers of ${plural(examinees, 'model')}`] : []),
    ...(calibrations > 0 ? [plural(calibrations, 'calibration')] : []),
  ].join(', ');
}
