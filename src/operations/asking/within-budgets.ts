import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plural } from '../../numbers.ts';
import { type BudgetLimits, RunBudgets, type Taken } from '../../run/run-budgets.ts';
import type { RunSummary } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { span } from '../../tracing/span.ts';
import type { Interrupts } from '../../workflow/asking/stop-signals.ts';
import { claimSynthesis } from '../../workflow/synthesis/synthesis-job.ts';
import type { AskingDoor, Context } from '../operation.ts';

/** What asks the calls of an operation, and where it keeps them. */
export interface Asking {
  readonly context: Context;
  readonly door: AskingDoor;
  readonly store: Store;
}

/** Opens the database, and what asks models, for as long as `use` takes. @param ofFile as `Context.asking` has it */
export async function withAsking<T>(
  context: Context,
  ofFile: ReadonlySet<string> | undefined,
  use: (asking: Asking) => Promise<T>,
): Promise<T> {
  const door = await context.asking(ofFile);
  try {
    return await context.store((store) => use({ context, door, store }));
  } finally {
    door.stop();
  }
}

/** Which run is continued, or could be. @param what names its settings */
export function noteContinued(
  { note }: Context,
  { before, same }: { readonly before: RunSummary | null; readonly same?: RunSummary | undefined },
  isResumed: boolean,
  what: string,
): void {
  if (before !== null)
    note(`Continuing run ${before.id}: ${plural(before.answers, 'answer')} kept.`);
  else if (isResumed) note(`There is no run ${what} to continue: a new run starts.`);
  else if (same !== undefined && same.finishedAt === null)
    note(
      `Run ${same.id} with the same settings was interrupted after ${plural(same.answers, 'answer')}. To continue it, add --resume.`,
    );
}

/** Looks at the endpoints of models. */
export async function checkModels(
  { door }: Pick<Asking, 'door'>,
  models: readonly EndpointConfiguration[],
  { model, unlisted }: { readonly model: readonly string[]; readonly unlisted: boolean },
  isDryRun: boolean,
): Promise<void> {
  if (models.length === 0) return;
  const listing = model.length === 0 ? 'modelsFile' : 'model';
  await door.check(models, { mustList: unlisted ? undefined : listing, isDryRun });
}

/** Calls `use` with the run of a job, which no other process asks meanwhile. */
export async function withClaimed<T>(
  { store }: Pick<Asking, 'store'>,
  job: Parameters<typeof claimSynthesis>[1],
  use: (run: number) => Promise<T>,
): Promise<T> {
  const { run, release } = await claimSynthesis(store, job);
  try {
    // The previous holder may have kept more before this process claimed the run.
    await store.chargeReplies(run, new Date().toISOString());
    return await use(run);
  } finally {
    await release();
  }
}

/** Asks until all is there, a budget is spent, or whoever waits interrupts. @param before what the run has taken */
export async function askWithin<T>(
  { door }: Pick<Asking, 'door'>,
  limits: BudgetLimits,
  before: Taken,
  ask: (how: {
    readonly budgets: RunBudgets;
    readonly interrupts: Interrupts;
    readonly clock: typeof SYSTEM_CLOCK;
    readonly watch: AskingDoor['watchCalls'];
  }) => Promise<T>,
): Promise<{ readonly asked: T; readonly budgets: RunBudgets }> {
  const budgets = new RunBudgets(limits, before, SYSTEM_CLOCK);
  const interrupts = door.interrupts();
  const how = { budgets, interrupts, clock: SYSTEM_CLOCK, watch: door.watchCalls };
  try {
    return { asked: await span('ask', {}, () => ask(how)), budgets };
  } finally {
    interrupts.restore();
    budgets.close();
  }
}
