import type { Command } from 'commander';
import { addNamedCommand, type CommandTable, operationCommand } from '../named-command.ts';

const COMMANDS: CommandTable = {
  import: operationCommand('bank import'),
  attach: operationCommand('bank attach'),
  list: operationCommand('bank list'),
  show: operationCommand('bank show'),
  taxonomy: operationCommand('bank taxonomy'),
  review: operationCommand('bank review'),
  pretest: operationCommand('bank pretest'),
  humans: operationCommand('bank humans'),
  audit: operationCommand('bank audit'),
  record: operationCommand('bank record'),
  convert: operationCommand('bank convert'),
  export: operationCommand('bank export'),
  remove: operationCommand('bank remove'),
};

/** `thetarank bank …`: items and recorded answers that are kept between commands. */
export async function addBankCommand(program: Command, args: readonly string[]): Promise<void> {
  const bank = program
    .command('bank')
    .description(
      'Import, show, check, review, export and remove banks of items and recorded answers.',
    );
  await addNamedCommand(bank, COMMANDS, args);
}
