import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { FullScore } from '../../item-bank/bank.ts';
import { BUILTIN_BANKS, isBuiltinBank, loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { fail } from '../errors.ts';
import { readFamilies } from '../files/read-families.ts';
import { readResponses } from '../files/read-responses.ts';
import { readItemTags } from '../files/read-tags.ts';
import { nearestNames } from '../nearest.ts';
import type { RecordedBank } from '../ranking/recorded-bank.ts';
import { isPostgres } from '../store/location.ts';
import { readLiveBank } from '../tested-bank/live-bank.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseLocation,
  readStore,
} from './database-option.ts';

/** The options by which a command is told what recorded answers to work on. */
export interface BankOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly responses?: string;
  readonly tags?: string;
  readonly fullScore?: string;
  readonly families?: string;
}

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
      'a built-in bank, mmlu-pro, cruxeval-o or climedbench (simulated), or one of the database (thetarank bank list)',
    )
    .option(
      '--responses <file>',
      'recorded answers, CSV: examinee (or model), then one column per item',
    )
    .option('--tags <file>', 'tags of the items of --responses, CSV: item, then one column per tag')
    .option(...FULL_SCORE)
    .option(
      '--families <file>',
      'CSV: examinee, family; models of one family are left out together (default: the column "family", or else the letters that a name begins with)',
    );
}

/** Reads the bank and the families that the options name. */
export async function readBank(options: BankOptions): Promise<{
  bank: RecordedBank;
  families: readonly string[] | null;
}> {
  const { bank: name, responses: file, tags: tagFile } = options;
  if ((name === undefined) === (file === undefined))
    fail('OPTIONS_CONFLICT', {
      options: '--bank, --responses',
      reason: `give one of them${name === undefined ? ', such as --bank mmlu-pro' : ', not both'}.`,
    });
  let bank: RecordedBank;
  let families: readonly string[] | null = null;
  if (name !== undefined) {
    if (tagFile !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: '--tags',
        reason: 'goes with --responses; a bank has the tags of its items.',
      });
    ({ bank, families } = isBuiltinBank(name)
      ? builtinBank(name)
      : await storedBank(options, name));
  } else {
    const read = readResponses(file!);
    const tags = tagFile === undefined ? {} : readItemTags(tagFile, read.matrix.items);
    bank = { name: file!, simulated: false, responses: read.matrix, tags, fullScore: 'items' };
    families = read.families;
  }
  if (options.fullScore !== undefined)
    bank = { ...bank, fullScore: fullScoreOf(options.fullScore, Object.keys(bank.tags)) };
  if (options.families !== undefined)
    families = readFamilies(options.families, bank.responses.examinees);
  return { bank, families };
}

function builtinBank(name: string) {
  const bank = loadBuiltinBank(name);
  return { bank, families: bank.families ?? null };
}

/** A bank of the database. A database that is not there is not made to look for it. */
async function storedBank(options: DatabaseOptions, name: string) {
  const location = databaseLocation(options);
  if (!isPostgres(location) && !existsSync(location))
    fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, BUILTIN_BANKS) });
  return readStore(options, async (store) => {
    const { recorded: bank, families } = await readLiveBank(store, name);
    if (bank.responses.examinees.length === 0)
      fail('TOO_FEW_EXAMINEES', {
        found: 0,
        needed: 3,
        purpose: `a ranking of models recorded in bank ${name} (thetarank bank record)`,
      });
    return { bank, families };
  });
}

function fullScoreOf(rule: string, tags: readonly string[]): FullScore {
  if (rule === 'items') return rule;
  const name = /^macro:(.+)$/.exec(rule)?.[1];
  if (name === undefined)
    fail('OPTION_INVALID', {
      option: '--full-score',
      found: `"${rule}"`,
      accepted: 'items or macro:TAG',
    });
  if (!tags.includes(name))
    fail('NAME_UNKNOWN', { kind: 'tag', name, nearest: nearestNames(name, tags) });
  return `macro:${name}`;
}

/** The option that names the same answers, for a command to try next. */
export function sourceOf({ bank, responses }: BankOptions): string {
  return bank === undefined ? `--responses ${responses}` : `--bank ${bank}`;
}
