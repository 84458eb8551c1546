import { FIELD_WORDS } from '../../examinee/endpoint/configuration/setting-words.ts';
import { FLAG_WORDS } from '../../operations/asking/flag-words.ts';
import { patternHints } from '../../operations/asking/pattern-hints.ts';
import type { AskingDoor } from '../../operations/operation.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { roundsProgress } from '../asking/rounds-progress.ts';
import { synthesisProgress } from '../asking/synthesis-progress.ts';
import { liveProgress } from '../live/live-progress.ts';
import { databaseArgument } from '../options/database-option.ts';

/** How a terminal has models asked. @param ofFile see `Context.asking` */
export function terminalAsking(ofFile: ReadonlySet<string> = new Set()): AskingDoor {
  const wordsOf = (model: string) => (ofFile.has(model) ? FIELD_WORDS : FLAG_WORDS);
  const feedback = endpointFeedback(wordsOf);
  return {
    caller: flagCaller(feedback, wordsOf),
    check: (models, how) => checkEndpoints(models, { wordsOf, ...how }),
    interrupts,
    watch: (tests, { run, database, longer }) =>
      liveProgress(tests, feedback, patternHints(run, databaseArgument(database), longer)),
    watchRounds: () => roundsProgress(feedback),
    watchCalls: (facts) => synthesisProgress(facts, feedback),
    stop: feedback.stop,
  };
}
