import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { FLAG_WORDS } from '../../operations/asking/flag-words.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { prepared } from '../../operations/rank/run-live.ts';
import type { Store } from '../../store/store.ts';
import type { CalibratedBank } from '../../tested-bank/calibrated-bank.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { span } from '../../tracing/span.ts';
import type { Interrupts } from '../../workflow/asking/stop-signals.ts';
import { type LiveJob, type LiveJobOptions, prepareJob } from '../../workflow/live/live-job.ts';
import { type LiveRanking, runLiveJob } from '../../workflow/live/run-live-job.ts';
import type { ServedCheckpoint } from '../../workflow/watch/serve-checkpoint.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { liveProgress } from '../live/live-progress.ts';
import { databaseArgument } from '../options/database-option.ts';
import { progressBar } from '../output/progress.ts';
import { printNote } from '../output/typed-commands.ts';

/** What the tests of all checkpoints share. */
export interface TestSetup {
  readonly store: Store;
  readonly live: LiveBank;
  readonly calibrated: CalibratedBank | null;
  readonly options: Omit<LiveJobOptions, 'caller' | 'resume'>;
  /** Dollars per checkpoint. */
  readonly budget: number | null;
  readonly target: ScoreTarget;
  readonly signals: Omit<Interrupts, 'restore'>;
}

/** How the test of a model is kept, without asking anything. */
export function preparedTest(
  { store, live, calibrated, options, budget }: TestSetup,
  model: EndpointConfiguration,
  more: Pick<LiveJobOptions, 'resume' | 'caller'> = {},
): Promise<LiveJob> {
  return span('prepare', {}, () =>
    prepareJob({ ...options, ...more }, store, live, [model], budget, calibrated),
  );
}

/**
 * Tests a model as `rank --model` does, and continues its unfinished run if there is one.
 * @param serve starts the server of a model that has none yet: after the run is claimed, so that of several processes one does
 * @throws what `rank --model` throws before the first question, and the error that ended the test; RUN_BUSY if another process has it
 */
export async function testCheckpoint(
  setup: TestSetup,
  model: EndpointConfiguration,
  serve: (() => Promise<ServedCheckpoint>) | null,
): Promise<LiveRanking> {
  const { store, options, target, signals } = setup;
  const wordsOf = () => FLAG_WORDS;
  const feedback = endpointFeedback(wordsOf);
  const caller = flagCaller(feedback, wordsOf);
  try {
    const fresh = await preparedTest(setup, model, { caller });
    const isOpen = fresh.open !== undefined;
    const job = isOpen ? await preparedTest(setup, model, { caller, resume: true }) : fresh;
    printNote(
      `${model.name}: ${job.request.items} items${isOpen ? `, continues run ${job.before!.id}` : ''}: ${estimateLine(job.expected, null)}`,
    );
    if (serve === null) await checkEndpoints([model], { wordsOf });
    const ranking = await runLiveJob(store, job, {
      concurrency: options.concurrency,
      unanswered: options.unanswered,
      mode: options.mode,
      target,
      isShared: true,
      ...(serve !== null && {
        async serve() {
          const { endpoint, stop } = await serve();
          try {
            await checkEndpoints([endpoint], { wordsOf });
            return { models: [endpoint], stop };
          } catch (error) {
            await stop();
            throw error;
          }
        },
      }),
      prepare: (request) => prepared(request, { steps: progressBar() }),
      interrupts: () => ({ ...signals, restore() {} }),
      watch: (tests, run) =>
        liveProgress(tests, feedback, patternHints(run, databaseArgument(store.location), LONGER)),
    });
    const [{ error }] = ranking.outcomes;
    if (error !== null) throw error;
    return ranking;
  } finally {
    feedback.stop();
  }
}
