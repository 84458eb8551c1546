import { availableParallelism } from 'node:os';
import { fail } from '../errors.ts';
import { writeTexts } from '../files/write/write-texts.ts';
import type { Store } from '../store/store.ts';
import { LIBRARY } from '../workflow/asking/caller.ts';
import { NO_WATCH } from '../workflow/live/ask-tests.ts';
import { NO_CONVERGENCE } from '../workflow/progress.ts';
import type { StudyWatch } from '../workflow/studies/study-watch.ts';
import { NO_WATCH as NO_CALLS } from '../workflow/synthesis/synthesis-watch.ts';
import type { Context } from './operation.ts';

/** What an operation gets from a program that calls it: its open store, and threads of this machine. */
export function libraryContext(
  store: Store | null,
  { progress: steps, begin: keeps }: StudyWatch,
): Context {
  return {
    async store(use) {
      return use(store ?? fail('OPTION_INVALID', { ...WITHOUT_STORE }));
    },
    location: () => fail('OPTION_INVALID', { ...WITHOUT_ADDRESS }),
    hasStore: () => store !== null,
    workers: ({ workers = availableParallelism() }, use) => use(workers),
    queueWorkers: (_, use) => use(null),
    progress() {},
    steps,
    fit: () => NO_CONVERGENCE,
    early() {},
    pour: pourIntoFile,
    note() {},
    keeps,
    asking: async () => ({
      caller: LIBRARY,
      async check() {},
      interrupts: () => NEVER,
      watch: () => NO_WATCH,
      watchCalls: NO_CALLS,
      watchRounds: () => ({ watch: NO_CALLS, onRound() {} }),
      stop() {},
    }),
  };
}

/** Where nothing is printed. @throws OPTION_INVALID without a file */
export async function pourIntoFile(...[texts, file]: Parameters<Context['pour']>): Promise<void> {
  const out = file ?? fail('OPTION_INVALID', { ...WITHOUT_FILE });
  await writeTexts(out, texts);
}

const WITHOUT_FILE = { option: 'out', found: 'nothing', accepted: 'the name of a file' };

const WITHOUT_ADDRESS = {
  option: 'database',
  found: 'an open store',
  accepted: 'its address, as the command line has it',
};

/** A program stops by signals of its own. */
const NEVER = {
  stop: new AbortController().signal,
  abort: new AbortController().signal,
  restore() {},
};

const WITHOUT_STORE = { option: 'store', found: 'nothing', accepted: 'an open store' };
