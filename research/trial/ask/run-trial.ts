import type { Clock, Progress, Store, SynthesisWatch } from 'thetarank';
import { type BudgetLimits, claimSynthesis, type Interrupts } from 'thetarank/study';
import { MOST_LEFT_OUT, wholeItems } from '../measure/trial-answers.ts';
import { trialOutcome } from '../measure/trial-outcome.ts';
import type { TrialResult } from '../measure/trial-result.ts';
import { askTrial, type TrialAsked } from './ask-trial.ts';
import type { PreparedTrial } from './prepare-trial.ts';
import { keptCalls } from './trial-parts.ts';

/** The settings for asking a trial, and callbacks for its progress. */
export interface RunTrialOptions {
  /** Limits of the whole trial; time counts from now. */
  readonly limits: BudgetLimits;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  readonly clock: Clock;
  /** The interrupts; installed when asking begins, removed when it ends. */
  readonly interrupts: () => Interrupts;
  readonly watch?: SynthesisWatch;
  /** Called for the calibrations that follow. */
  readonly progress: Progress;
}

/** The result of a trial, and how asking ended. */
export interface RanTrial {
  readonly result: TrialResult;
  readonly asked: TrialAsked;
}

/**
 * Asks the missing calls of a trial, and measures it if it is complete. Writes only to the store.
 * @param bank name of the bank
 * @throws RUN_BUSY if another process asks a part of it
 */
export async function runTrial(
  store: Store,
  prepared: PreparedTrial,
  bank: string,
  { limits, concurrency, clock, interrupts, watch, progress }: RunTrialOptions,
): Promise<RanTrial> {
  const { parts, hash, warnings } = prepared;
  const claims: Awaited<ReturnType<typeof claimSynthesis>>[] = [];
  try {
    for (const { job } of parts) claims.push(await claimSynthesis(store, job));
    const runs = claims.map(({ run }) => run);
    const signals = interrupts();
    const asked = await askTrial(store, parts, runs, {
      limits,
      concurrency,
      interrupts: signals,
      clock,
      ...(watch && { watch }),
    }).finally(() => signals.restore());
    const items = wholeItems(parts.map(({ job }) => job));
    const all = parts[0].job.design.items;
    const outcome = canReport(asked, parts.length, items.length / all)
      ? await trialOutcome(store, { ...prepared, runs, items }, progress)
      : null;
    const result: TrialResult = {
      version: 'trial-1',
      protocol: hash,
      warnings,
      bank,
      items: all,
      database: store.location,
      parts: parts.map(({ group, job }, k) => ({
        pool: group.pool,
        run: runs[k],
        calls: keptCalls(job),
      })),
      asked: asked.parts.reduce((sum, { sums }) => sum + sums.asked, 0),
      failed: asked.parts.reduce((sum, { sums }) => sum + sums.failed, 0),
      cost: asked.cost,
      sessionCost: asked.sessionCost,
      budgets: asked.budgets,
      outcome,
    };
    return { result, asked };
  } finally {
    for (const { release } of claims) await release();
  }
}

/**
 * Whether figures are shown: only if every part has ended, and so few items lack an answer that they can be left out. Earlier
 * figures would allow choosing when to stop.
 * @param parts number of parts
 * @param share of the items that have every answer
 */
export function canReport(asked: Pick<TrialAsked, 'parts'>, parts: number, share: number): boolean {
  const isToTheEnd =
    asked.parts.length === parts &&
    asked.parts.every(({ outcomes }) => outcomes.every(({ stopped }) => stopped === null));
  return isToTheEnd && share >= 1 - MOST_LEFT_OUT;
}
