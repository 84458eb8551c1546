import type { Command } from 'commander';
import { addNamedCommand, type CommandTable, operationCommand } from '../named-command.ts';

const COMMANDS: CommandTable = {
  import: async () => (await import('./import.ts')).addBankImportCommand,
  attach: async () => (await import('./attach.ts')).addBankAttachCommand,
  list: operationCommand('bank list'),
  show: operationCommand('bank show'),
  taxonomy: operationCommand('bank taxonomy'),
  review: async () => (await import('./review.ts')).addBankReviewCommand,
  pretest: operationCommand('bank pretest'),
  humans: operationCommand('bank humans'),
  audit: operationCommand('bank audit'),
  record: async () => (await import('./record.ts')).addBankRecordCommand,
  convert: async () => (await import('./convert.ts')).addBankConvertCommand,
  export: async () => (await import('./export.ts')).addBankExportCommand,
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
