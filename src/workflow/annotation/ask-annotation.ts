import type { Clock } from '../../examinee/services.ts';
import type { RunBudgets } from '../../run/run-budgets.ts';
import { runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import { ServedModels } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import { callSources } from '../synthesis/call-sources.ts';
import type { AnswerSum, SynthesisTally } from '../synthesis/synthesis-tally.ts';
import { NO_WATCH, type SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import type { AnnotationJob } from './annotation-job.ts';

/** How the missing calls of an annotation are asked. */
export interface AskAnnotationOptions {
  readonly budgets: RunBudgets;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  readonly clock: Clock;
}

/** What came of asking. */
export interface AnnotationAsked {
  readonly outcomes: readonly ModelOutcome[];
  readonly tally: SynthesisTally;
  readonly isInterrupted: boolean;
}

/** Asks what is missing of a run, and keeps it. @param run claimed by this process @throws as `runCalls` */
export async function askAnnotation(
  store: Store,
  job: AnnotationJob,
  run: number,
  { budgets, concurrency, interrupts, watch = NO_WATCH, clock }: AskAnnotationOptions,
): Promise<AnnotationAsked> {
  const { bank, calls, kept, needed, models } = job;
  const { stop, abort } = interrupts;
  const tally = annotationTally(job);
  if (tally.calls().missing > 0) await store.reopenRun(run);
  const progress = watch({
    run,
    database: store.location,
    participants: models.map(({ name }) => ({ generator: name, critic: null })),
    items: bank.ids.length,
    tally,
    doing: 'labelling',
    retries: job.retries,
    isStopping: () => stop.aborted || budgets.late.aborted,
  });
  const served = new ServedModels((change) => progress.changed(change));
  const modelOf = new Map(calls.map(({ id, model }) => [id, model]));
  served.resume(await store.origins(run), (examinee) => modelOf.get(examinee) ?? examinee);
  try {
    const outcomes = await runCalls(
      { calls, items: bank.ids.length, needed },
      {
        ...{ store, run, kept, budgets, concurrency, stop, abort },
        ...callSources(store, { bank, calls, kept, needed }, run),
        now: () => new Date(clock.now()).toISOString(),
        onAnswer(call, item, answer) {
          served.note(calls[call].model, answer);
          tally.count(call, item);
          progress.answered(answer);
        },
        onFailure: () => progress.failed(),
      },
    );
    return { outcomes, tally, isInterrupted: stop.aborted };
  } finally {
    progress.stop();
  }
}

/** Calls, items, and the labels of each model that could be read so far. */
function annotationTally({ bank, calls, kept, models }: AnnotationJob): SynthesisTally {
  const left = new Uint32Array(bank.ids.length).fill(calls.length);
  const sums = { kept: 0, missing: calls.length * bank.ids.length };
  const finals = new Map(models.map(({ name }) => [name, { right: 0, answers: 0 }]));
  let done = 0;
  const count = (call: number, item: number) => {
    const own = finals.get(calls[call].model)!;
    own.right += kept.score(call, item);
    own.answers++;
    sums.kept++;
    sums.missing--;
    if (--left[item] === 0) done++;
  };
  for (let item = 0; item < bank.ids.length; item++)
    for (let call = 0; call < calls.length; call++) if (kept.isKept(call, item)) count(call, item);
  return {
    count,
    calls: () => ({ ...sums }),
    items: () => done,
    finals: (): AnswerSum[] => [...finals.values()].map((sum) => ({ ...sum })),
  };
}
