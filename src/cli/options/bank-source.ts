import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { shellWord } from '../../shell-word.ts';
import { isPostgres } from '../../store/location.ts';
import { span } from '../../tracing/span.ts';
import {
  type RecordedSource,
  type RecordedSourceOptions,
  readRecordedSource,
} from '../../workflow/recorded-source.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseLocation,
  databaseOf,
  readStore,
} from './database-option.ts';

/** The options that choose the recorded answers of a command. */
export interface BankOptions extends DatabaseOptions, RecordedSourceOptions {}

const FULL_SCORE = [
  '--full-score <rule>',
  "the score on the whole bank: items (mean over items) or macro:TAG (mean of tag means) (default: the bank's own, else items)",
] as const;

/** Adds the option that says how the score on the whole bank is made. */
export function addFullScoreOption(command: Command): Command {
  return command.option(...FULL_SCORE);
}

/** Adds the options of `readBank` to a command. */
export function addBankOptions(command: Command): Command {
  return addDatabaseOption(command.optionsGroup('Bank and recorded answers:'))
    .option(
      '--bank <name>',
      'a built-in bank (mmlu-pro, cruxeval-o, ikp, swebench-verified, or climedbench, which is simulated) or a bank of the database (thetarank bank list)',
    )
    .option(
      '--responses <file>',
      'recorded answers, CSV: examinee (or model), then one column per item',
    )
    .option('--tags <file>', 'tags of the items of --responses, CSV: item, then one column per tag')
    .option(...FULL_SCORE)
    .option(
      '--families <file>',
      'CSV: examinee, family; models of one family are left out together (default: the column "family", else the letters at the start of the name)',
    );
}

/** Reads the bank and the families that the options name. */
export function readBank(options: BankOptions): Promise<RecordedSource> {
  const location = databaseLocation(options);
  const isThere = isPostgres(location) || existsSync(location);
  return span('read', {}, () =>
    readRecordedSource(options, isThere ? (use) => readStore(options, use) : null),
  );
}

/** The options that name the same answers, for a command to try next. */
export function sourceOf(options: BankOptions): string {
  const { bank, responses, tags, families, fullScore } = options;
  const given = { bank, responses, tags, families, 'full-score': fullScore };
  const words = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  );
  return `${words.join(' ')}${bank === undefined || isBuiltinBank(bank) ? '' : databaseOf(options)}`;
}
