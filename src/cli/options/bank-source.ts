import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { fieldsOf } from '../../operations/options.ts';
import {
  sourceOf as namesOf,
  readBank as readRecordedBank,
  recordedBank,
} from '../../operations/recorded-bank.ts';
import { isPostgres } from '../../store/location.ts';
import type { RecordedSource, RecordedSourceOptions } from '../../workflow/recorded-source.ts';
import { helpOf } from '../operations/flags.ts';
import { printNote } from '../output/typed-commands.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseLocation,
  databaseOf,
  readStore,
} from './database-option.ts';

/** The options that choose the recorded answers of a command. */
export interface BankOptions extends DatabaseOptions, RecordedSourceOptions {}

/** Adds the options of `readBank` to a command. */
export function addBankOptions(command: Command): Command {
  return addFields(
    addDatabaseOption(command.optionsGroup('Bank and recorded answers:')),
    recordedBank,
  );
}

function addFields(command: Command, fields: z.ZodRawShape): Command {
  for (const field of fieldsOf(z.object(fields))) command.addOption(helpOf(field));
  return command;
}

/** Reads the bank and the families that the options name, and says whose names are alike. */
export function readBank(options: BankOptions): Promise<RecordedSource> {
  return readRecordedBank(options, {
    hasStore: () => hasStore(options),
    store: (use) => readStore(options, use),
    note: printNote,
  });
}

/** Whether there is a database at the place that the options or the environment name. */
export function hasStore(options: DatabaseOptions): boolean {
  const location = databaseLocation(options);
  return isPostgres(location) || existsSync(location);
}

/** The options that name the same answers, for a command to try next. */
export function sourceOf(options: BankOptions): string {
  return namesOf(options, databaseOf(options));
}
