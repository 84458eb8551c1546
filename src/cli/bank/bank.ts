import type { Command } from 'commander';
import { addNamedCommand, type CommandTable } from '../named-command.ts';

const COMMANDS: CommandTable = {
  import: async () => (await import('./import.ts')).addBankImportCommand,
  attach: async () => (await import('./attach.ts')).addBankAttachCommand,
  list: async () => (await import('./list.ts')).addBankListCommand,
  show: async () => (await import('./show.ts')).addBankShowCommand,
  taxonomy: async () => (await import('./taxonomy.ts')).addBankTaxonomyCommand,
  review: async () => (await import('./review.ts')).addBankReviewCommand,
  pretest: async () => (await import('./pretest.ts')).addBankPretestCommand,
  humans: async () => (await import('./humans.ts')).addBankHumansCommand,
  audit: async () => (await import('./audit.ts')).addBankAuditCommand,
  record: async () => (await import('./record.ts')).addBankRecordCommand,
  convert: async () => (await import('./convert.ts')).addBankConvertCommand,
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
