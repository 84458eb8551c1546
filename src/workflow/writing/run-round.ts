import type { Clock } from '../../examinee/services.ts';
import type { WrittenQuestion } from '../../prompt/write/shown-question.ts';
import type { BudgetLimits, Taken } from '../../run/run-budgets.ts';
import { RunBudgets } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import type { CallsAsked } from '../asking/ask-calls.ts';
import type { Caller } from '../asking/caller.ts';
import { requireBounds } from '../asking/require-budgets.ts';
import type { StopSignals } from '../asking/stop-signals.ts';
import { type BudgetUse, budgetUse } from '../synthesis/synthesis-budgets.ts';
import type { SynthesisWatch } from '../synthesis/synthesis-watch.ts';
import { askRound } from './ask-round.ts';
import { finishRound } from './finish-round.ts';
import { type RoundJob, readRound, roundJob, WRITING_FORMAT } from './round-job.ts';
import { nextPlan, type RoundPlan } from './round-plan.ts';
import type { WritingPanel } from './writing-panel.ts';
import { type WritingState, writingState } from './writing-state.ts';

/** The round of a panel that models have to answer, ready to be asked. */
export interface PreparedRound {
  readonly job: RoundJob;
  readonly plan: RoundPlan;
  readonly standing: readonly WrittenQuestion[];
  /** What the rounds of the panel have taken so far. */
  readonly taken: Taken;
}

/**
 * The round that is to be asked: one that was begun, or the next one, if experts accepted too few questions.
 * @param begins whether a next round is kept as begun; a dry run keeps nothing
 * @returns null if models have nothing to do
 */
export async function prepareRound(
  store: Store,
  panel: WritingPanel,
  caller: Caller,
  at: string,
  begins = true,
): Promise<PreparedRound | null> {
  const { id, bank, configuration } = panel;
  const passages = await store.writing.passages(id);
  const record = await store.writing.record(id);
  const state = writingState(record, configuration);
  const planned =
    state.step === 'next-round'
      ? nextRound()
      : state.step === 'asking'
        ? record.rounds[record.rounds.length - 1]
        : null;
  if (planned === null) return null;
  const { round } = planned;
  const plan = planned.plan as RoundPlan;
  if (begins && state.step === 'next-round') {
    // Another process may have begun it, or an expert may have decided otherwise, since the record was read.
    if (!(await store.writing.addRound(id, round, plan, record, at)))
      return prepareRound(store, panel, caller, at);
  }
  const rewritten = new Set(plan.slots.map(({ place }) => place));
  const standing = state.current.flatMap(({ place, question }) =>
    question === null || rewritten.has(place) ? [] : [question],
  );
  const job = roundJob(store, {
    ...{ panel: id, bank, round, passages, caller, plan },
    writing: configuration,
  });
  return { job, plan, standing, taken: await takenBy(store, id) };

  function nextRound() {
    const open = state.current.filter((one) => OPEN.has(one.state));
    const number = state.rounds.length + 1;
    return { round: number, plan: nextPlan(open, configuration, passages.length, number) };
  }
}

const OPEN: ReadonlySet<WritingState['current'][number]['state']> = new Set([
  'failed',
  'rejected',
  'conflict',
]);

/** What all rounds of a panel have taken. */
async function takenBy(store: Store, panel: string): Promise<Taken> {
  const taken = { dollars: 0, tokens: 0 };
  for (const { id, configuration } of await store.runs()) {
    if (configuration.format !== WRITING_FORMAT || configuration.panel !== panel) continue;
    const charged = await store.charged(id);
    taken.dollars += charged.dollars;
    taken.tokens += charged.tokens;
    for await (const { cost, tokens } of store.answers(id, { texts: false })) {
      taken.dollars += cost;
      taken.tokens += tokens.prompt + tokens.completion;
    }
  }
  return taken;
}

export interface RunRoundOptions {
  readonly limits: BudgetLimits;
  readonly concurrency: number;
  readonly interrupts: StopSignals;
  readonly watch?: SynthesisWatch;
  readonly clock: Clock;
  readonly caller: Caller;
}

/** How a round ended. */
export interface RoundRun extends CallsAsked {
  readonly run: number;
  readonly budgets: readonly BudgetUse[];
  /** Whether the questions went to the experts. */
  readonly ready: boolean;
}

/**
 * Asks what is missing of a round, and hands its questions to the experts once all answers are there.
 * @throws RUN_BUSY; OPTIONS_CONFLICT if a budget cannot be kept to
 */
export async function runRound(
  store: Store,
  panel: WritingPanel,
  { job, plan, standing }: PreparedRound,
  { limits, concurrency, interrupts, watch, clock, caller }: RunRoundOptions,
): Promise<RoundRun> {
  const { writer, auditor } = job.writing;
  requireBounds(limits, [writer, auditor], caller, '');
  const at = () => new Date(clock.now()).toISOString();
  const run = await store.lastRunOrNew(job.configuration, job.hash, at());
  const release = await store.claimRun(run);
  try {
    job.replies.begin(run);
    await store.chargeReplies(run, at());
    await readRound(store, run, job);
    const budgets = new RunBudgets(limits, await takenBy(store, panel.id), clock);
    const options = { budgets, concurrency, interrupts, clock, ...(watch && { watch }) };
    const asked = await askRound(store, job, run, options).finally(() => budgets.close());
    const ready = asked.tally.calls().missing === 0;
    if (ready) {
      await finishRound(store, job, run, plan, standing, panel.bank, at());
      await store.finishRun(run, { panel: panel.id, round: job.round }, at());
    }
    return { ...asked, run, ready, budgets: budgetUse(limits, budgets) };
  } finally {
    await release();
  }
}
