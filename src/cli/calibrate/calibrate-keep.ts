import type { Command } from 'commander';
import { readParameters } from '../../files/items/read-parameters.ts';
import { plural } from '../../numbers.ts';
import { keepParameters } from '../../workflow/calibration/keep-fit.ts';
import { bankName } from '../bank/bank-name.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  withStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

const EXAMPLE = `
Example:
  thetarank calibrate keep parameters.csv --bank my-bank`;

interface KeepOptions extends DatabaseOptions {
  readonly bank: string;
  readonly json?: boolean;
}

/** `thetarank calibrate keep`: parameters of a file as a calibration of a bank. */
export function addKeepCommand(calibrate: Command): void {
  addDatabaseOption(
    calibrate
      .command('keep')
      .description(
        'Keep the item parameters of a file as a numbered calibration of a bank, for other commands.',
      )
      .argument('<file>', 'parameters, CSV: item,a,b and optionally c,d,se_a,se_b,se_c,flag')
      .requiredOption('--bank <name>', 'a bank of the database', bankName),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(keep);
}

async function keep(file: string, { bank, json, ...options }: KeepOptions): Promise<void> {
  const { items, parameters, standardErrors = null, flags } = readParameters(file);
  const values = { items, parameters, standardErrors };
  const calibration = await withStore(options, (store) =>
    keepParameters(store, bank, values, flags ?? items.map(() => [])),
  );
  if (json === true)
    return console.log(JSON.stringify({ calibration, bank, items: items.length }, null, 2));
  printText(
    `Calibration ${calibration} of ${bank}: parameters of ${plural(items.length, 'item')} kept.\nNext: thetarank rank --bank ${bank} --calibration ${calibration} --model NAME@ADDRESS${databaseOf(options)}`,
  );
}
