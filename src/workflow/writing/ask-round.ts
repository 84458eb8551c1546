import type { Clock } from '../../examinee/services.ts';
import { keptOutputs } from '../../run/kept-outputs.ts';
import type { RunBudgets } from '../../run/run-budgets.ts';
import { runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import { ServedModels } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { WRITING_CALLS } from '../../writing/writing-calls.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import type { SynthesisTally } from '../synthesis/synthesis-tally.ts';
import { NO_WATCH, type SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import type { RoundJob } from './round-job.ts';

export interface AskRoundOptions {
  readonly budgets: RunBudgets;
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  readonly clock: Clock;
}

/** How asking ended. */
export interface RoundAsked {
  readonly outcomes: readonly ModelOutcome[];
  readonly tally: SynthesisTally;
  readonly isInterrupted: boolean;
}

const ALL = WRITING_CALLS.map((_, k) => k);

/** Asks what is missing of a round, and keeps it. @param run claimed by this process @throws as `runCalls` */
export async function askRound(
  store: Store,
  job: RoundJob,
  run: number,
  { budgets, concurrency, interrupts, watch = NO_WATCH, clock }: AskRoundOptions,
): Promise<RoundAsked> {
  const { calls, items, kept, tasks } = job;
  const { stop, abort } = interrupts;
  const tally = roundTally(job);
  const progress = watch({
    ...{ run, database: store.location, participants: [], items: items.length, tally },
    title: `round ${job.round}`,
    doing: 'writing questions',
    retries: job.retries,
    isStopping: () => stop.aborted || budgets.late.aborted,
  });
  const queueOf = new Map(calls.map(({ id, model }) => [id, model]));
  const served = new ServedModels((change) => progress.changed(change));
  served.resume(await store.origins(run), (examinee) => queueOf.get(examinee) ?? examinee);
  try {
    const outcomes = await runCalls(
      { calls, items: items.length, needed: () => ALL },
      {
        ...{ store, run, kept, budgets, concurrency, stop, abort },
        itemAt: async (item) => items[item],
        placeOf: (item) => tasks[item].place,
        outputsOf: keptOutputs(store, run, {
          items: items.length,
          wanted: (item) => (kept.isKept(0, item) ? [0] : []),
          examineeOf: (call) => calls[call].id,
          placeOf: (item) => tasks[item].place,
        }),
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

function roundTally({ items, kept }: RoundJob): SynthesisTally {
  const missing = items.map((_, item) => ALL.filter((call) => !kept.isKept(call, item)).length);
  const left = missing.reduce((sum, own) => sum + own, 0);
  const sums = { kept: ALL.length * items.length - left, missing: left };
  let done = missing.filter((own) => own === 0).length;
  return {
    count(_, item) {
      sums.kept++;
      sums.missing--;
      if (--missing[item] === 0) done++;
    },
    calls: () => ({ ...sums }),
    items: () => done,
    finals: () => [],
  };
}
