import type { z } from 'zod';
import { fail } from '../errors.ts';
import { ENGLISH } from '../languages/words.ts';
import type { Store } from '../store/store.ts';
import { NO_STUDY_WATCH, type StudyWatch } from '../workflow/studies/study-watch.ts';
import { libraryContext } from './library-context.ts';
import type { Operation } from './operation.ts';
import { readOptions } from './options.ts';

/** What a program gives an operation besides its options; nothing of it changes what comes of it. */
export interface PerformOptions {
  /** Has the bank, where it is not built in. */
  readonly store?: Store;
  readonly watch?: StudyWatch;
  /** Is told what the command says beside its result. */
  readonly onNote?: (text: string) => void;
}

/**
 * Does what a command does: `await perform(compare, { models: ['a', 'b'], responses: 'answers.csv' })`. Options have the names of the command's flags, in
 * camel case.
 * @returns what `--json` prints; files that options name are written
 * @throws OPTION_INVALID, OPTIONS_CONFLICT by fields, and what the operation throws
 */
export async function perform<Options extends z.ZodObject, Result, Json>(
  operation: Operation<Options, Result, unknown, Json>,
  options: z.input<Options>,
  { store, watch = NO_STUDY_WATCH, onNote = () => {} }: PerformOptions = {},
): Promise<Json> {
  const given = options as Readonly<Record<string, unknown>>;
  checkNames(Object.keys(operation.options.shape), given);
  const read = readOptions(operation.options, given);
  const context = { ...libraryContext(store ?? null, watch), note: onNote };
  const result = await operation.run(read, context);
  const reading = { ...{ options: read, given, where: '', hasPage: false, t: ENGLISH } };
  await operation.write?.(result, { ...reading, reader: 'caller' }, context);
  return operation.json?.(result, read) ?? (result as unknown as Json);
}

/** A mistyped name would leave its option out. @throws OPTION_INVALID */
function checkNames(names: readonly string[], given: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(given).find((name) => !names.includes(name));
  if (wrong !== undefined)
    fail('OPTION_INVALID', {
      option: wrong,
      found: 'no such option',
      accepted: names.join(', '),
    });
}
