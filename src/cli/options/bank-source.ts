import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { isPostgres } from '../../store/location.ts';
import {
  type RecordedSource,
  type RecordedSourceOptions,
  readRecordedSource,
} from '../../workflow/recorded-source.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseLocation,
  readStore,
} from './database-option.ts';

/** The options by which a command is told what recorded answers to work on. */
export interface BankOptions extends DatabaseOptions, RecordedSourceOptions {}

/** Adds the options of `readBank` to a command. */
export function addBankOptions(command: Command): Command {
  return addDatabaseOption(command)
    .option(
      '--bank <name>',
      'a built-in bank, mmlu-pro, cruxeval-o or climedbench (simulated), or one of the database (thetarank bank list)',
    )
    .option(
      '--responses <file>',
      'recorded answers, CSV: examinee (or model), then one column an item',
    )
    .option('--tags <file>', 'tags of the items of --responses, CSV: item, then one column a tag')
    .option(
      '--full-score <rule>',
      "how the score on the whole bank is made: items (mean over items) or macro:TAG (mean of tag means); default: the bank's own, or items",
    )
    .option(
      '--families <file>',
      'CSV: examinee, family; models of one family are left out together (default: a column "family", or the letters a name begins with)',
    );
}

/** Reads the bank and the families that the options name. */
export function readBank(options: BankOptions): Promise<RecordedSource> {
  const location = databaseLocation(options);
  const isThere = isPostgres(location) || existsSync(location);
  return readRecordedSource(options, isThere ? (use) => readStore(options, use) : null);
}

/** The option that names the same answers, for a command to try next. */
export function sourceOf({ bank, responses }: BankOptions): string {
  return bank === undefined ? `--responses ${responses}` : `--bank ${bank}`;
}
