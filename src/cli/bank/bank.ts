import type { Command } from 'commander';
import { addNamedCommand, type CommandTable } from '../named-command.ts';

const COMMANDS: CommandTable = {
  import: async () => (await import('./import.ts')).addBankImportCommand,
  attach: async () => (await import('./attach.ts')).addBankAttachCommand,
  list: async () => (await import('./list.ts')).addBankListCommand,
  show: async () => (await import('./show.ts')).addBankShowCommand,
  validate: async () => (await import('./validate.ts')).addBankValidateCommand,
  taxonomy: async () => (await import('./taxonomy.ts')).addBankTaxonomyCommand,
  review: async () => (await import('./review.ts')).addBankReviewCommand,
  record: async () => (await import('./record.ts')).addBankRecordCommand,
  export: async () => (await import('./export.ts')).addBankExportCommand,
  remove: async () => (await import('./remove.ts')).addBankRemoveCommand,
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
