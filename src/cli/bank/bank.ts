import type { Command } from 'commander';
import { addBankAttachCommand } from './attach.ts';
import { addBankExportCommand } from './export.ts';
import { addBankImportCommand } from './import.ts';
import { addBankListCommand } from './list.ts';
import { addBankRecordCommand } from './record.ts';
import { addBankShowCommand } from './show.ts';
import { addBankValidateCommand } from './validate.ts';

/** `thetarank bank …`: items and recorded answers that are kept between commands. */
export function addBankCommand(program: Command): void {
  const bank = program
    .command('bank')
    .description('Import, show, check and export banks of items and recorded answers.');
  addBankImportCommand(bank);
  addBankAttachCommand(bank);
  addBankListCommand(bank);
  addBankShowCommand(bank);
  addBankValidateCommand(bank);
  addBankRecordCommand(bank);
  addBankExportCommand(bank);
}
