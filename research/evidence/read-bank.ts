import type { Command } from 'commander';
import {
  loadBuiltinBank,
  type RecordedBank,
  readFamilies,
  readItemTags,
  readResponses,
} from 'thetarank';

/** A bank of recorded answers that a program of evidence is given. */
export interface BankOptions {
  readonly bank?: string;
  readonly responses?: string;
  readonly name?: string;
  readonly tags?: string;
  readonly families?: string;
}

/** Options that name one bank: a built-in one, or files. */
export function addBankOptions(command: Command): Command {
  return command
    .optionsGroup('The bank:')
    .option('--bank <name>', 'a built-in bank; or --responses')
    .option('--responses <file>', 'recorded answers')
    .option('--name <name>', 'name of the bank in --responses')
    .option('--tags <file>', 'tags of its items; the first one is used')
    .option('--families <file>', 'family of each model');
}

/** Reads the bank that they name; null if they name none. */
export function readBank(options: BankOptions): {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
} | null {
  if (options.bank !== undefined) {
    const bank = loadBuiltinBank(options.bank);
    return { bank, families: bank.families ?? null };
  }
  if (options.responses === undefined) return null;
  const { matrix: responses, families: own } = readResponses(options.responses);
  const tags = options.tags === undefined ? {} : readItemTags(options.tags, responses.items);
  const families =
    options.families === undefined ? own : readFamilies(options.families, responses.examinees);
  const name = options.name ?? options.responses;
  return { bank: { name, simulated: false, responses, tags, fullScore: 'items' }, families };
}
