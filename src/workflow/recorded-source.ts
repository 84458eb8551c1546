import type { FullScore } from '../../item-bank/bank.ts';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { fail } from '../errors.ts';
import { readItemTags } from '../files/items/read-tags.ts';
import { readFamilies } from '../files/responses/read-families.ts';
import { nearestNames } from '../nearest.ts';
import type { RecordedBank } from '../ranking/recorded-bank.ts';
import { recordDoubts } from '../scoring/doubts/examinee-doubts.ts';
import type { Store } from '../store/store.ts';
import { readLiveBank } from '../tested-bank/live-bank.ts';
import { readAnyResponses } from './bank/read-any-responses.ts';

/** Where recorded answers are: a bank by its name, or a file. */
export interface RecordedSourceOptions {
  /** A built-in bank, or one of the store. */
  readonly bank?: string | undefined;
  /** In place of a bank: a file of recorded answers, and one of its items' tags. */
  readonly responses?: string | undefined;
  readonly tags?: string | undefined;
  /** The definition of the score on the whole bank: `items`, or `macro:TAG`; by default the bank's own. */
  readonly fullScore?: string | undefined;
  /** A file with the family of each model. */
  readonly families?: string | undefined;
}

/** Recorded answers, and the family of each model where it is known. */
export interface RecordedSource {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
}

/** Opens a store for as long as `use` takes. */
export type WithStore = <T>(use: (store: Store) => Promise<T>) => Promise<T>;

/**
 * Reads the recorded answers and the families that are named.
 * @param withStore opens the store for as long as it is used; null if there is none
 * @throws OPTIONS_CONFLICT, OPTION_INVALID, NAME_UNKNOWN, BANK_WITHOUT_ANSWERS, and what is wrong with files
 */
export async function readRecordedSource(
  options: RecordedSourceOptions,
  withStore: WithStore | null,
): Promise<RecordedSource> {
  const { bank: name, responses: file, tags: tagFile } = options;
  if ((name === undefined) === (file === undefined))
    fail('OPTIONS_CONFLICT', {
      options: '--bank, --responses',
      reason: `${name === undefined ? 'add one of them, such as --bank mmlu-pro' : 'use only one of them'}.`,
    });
  let bank: RecordedBank;
  let families: readonly string[] | null = null;
  if (name !== undefined) {
    if (tagFile !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: '--tags',
        reason: 'only works with --responses; a bank brings its own tags.',
      });
    ({ bank, families } = isBuiltinBank(name)
      ? builtinBank(name)
      : await storedBank(withStore, name));
  } else {
    const read = await readAnyResponses(file!);
    const tags = tagFile === undefined ? {} : readItemTags(tagFile, read.matrix.items);
    bank = {
      ...{ name: file!, simulated: false, responses: read.matrix, tags, fullScore: 'items' },
      doubts: recordDoubts(read),
    };
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

/** A bank of the database. A missing database is not created. */
async function storedBank(withStore: WithStore | null, name: string) {
  if (withStore === null)
    return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, BUILTIN_BANKS) });
  return withStore(async (store) => {
    const { recorded: bank, families } = await readLiveBank(store, name);
    if (bank.responses.examinees.length === 0)
      fail('BANK_WITHOUT_ANSWERS', {
        bank: name,
        use: `Ask models: thetarank rank --bank ${name} --strategy random --model NAME@ADDRESS, calibrate it by synthesized participants: thetarank calibrate synthesize --bank ${name} --config FILE`,
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
