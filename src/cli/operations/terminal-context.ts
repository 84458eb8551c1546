import { writeTexts } from '../../files/write/write-texts.ts';
import type { Context, Operation, Where } from '../../operations/operation.ts';
import { plainLines } from '../../plain-text.ts';
import { present } from '../../present.ts';
import type { ConvergenceProgress } from '../../workflow/progress.ts';
import type { StudyState } from '../../workflow/studies/study-watch.ts';
import {
  type DatabaseOptions,
  databaseLocation,
  hasStore,
  readStore,
  withStore,
} from '../options/database-option.ts';
import { checkOn, withWorkersOf, withWorkersOrNone } from '../options/on-option.ts';
import { lateProgress } from '../output/late-progress.ts';
import { convergenceProgress, progressBar } from '../output/progress.ts';
import { isProgressRead } from '../output/progress-lines.ts';
import { printOverBar } from '../output/shown-work.ts';
import { printNote } from '../output/typed-commands.ts';
import { interruptText } from './interrupt-text.ts';

/** What an operation gets at a terminal. */
export interface TerminalContext {
  readonly context: Context;
  /** Gives the line of the terminal back. */
  stop(): void;
  /** What is said after an interrupt; null where asking ends by itself. */
  interrupted(): string | null;
}

/** @throws OPTIONS_CONFLICT, WORKERS_NEED_POSTGRES if options name workers that cannot be had */
export function terminalContext(
  { database, doing = '' }: Operation,
  options: Where,
  given: DatabaseOptions & { readonly json?: boolean },
): TerminalContext {
  const place = present({ database: given.database });
  checkOn({ ...place, ...present({ on: options.on, workers: options.workers }) });
  const late = lateProgress(doing);
  const steps = progressBar();
  const open = database === 'created' ? withStore : readStore;
  let kept: (() => StudyState) | null = null;
  let isAsking = false;
  let hasEarly = false;
  const fits: ConvergenceProgress[] = [];
  return {
    context: {
      store: (use) => open(place, use),
      location: () => databaseLocation(place),
      hasStore: () => hasStore(place),
      workers: ({ on, workers }, use) =>
        withWorkersOf({ ...place, ...present({ on, workers }) }, use),
      queueWorkers: ({ on }, use) => withWorkersOrNone({ ...place, ...present({ on }) }, use),
      progress: late.reach,
      steps,
      fit() {
        const shown = convergenceProgress();
        fits.push(shown);
        return shown;
      },
      early(text) {
        if (given.json === true || isProgressRead()) return;
        hasEarly = true;
        printOverBar(plainLines(text));
      },
      async pour(texts, file) {
        // Standard output is that of the JSON.
        if (given.json !== true || file !== undefined) await writeTexts(file, texts);
      },
      note: printNote,
      keeps(state) {
        kept = state;
        return () => {
          kept = null;
        };
      },
      async asking(ofFile) {
        // Only here: the client of endpoints takes a while to load.
        const { terminalAsking } = await import('./terminal-asking.ts');
        const door = terminalAsking(ofFile);
        return {
          ...door,
          interrupts() {
            isAsking = true;
            return door.interrupts();
          },
        };
      },
    },
    stop() {
      late.stop();
      steps.stop();
      for (const fit of fits) fit.stop();
      // What follows is the whole.
      if (hasEarly) console.log();
      hasEarly = false;
    },
    interrupted() {
      if (isAsking) return null;
      return kept === null ? 'Interrupted: nothing was kept.' : interruptText(kept());
    },
  };
}
