import type { Clock, Progress, Store, SynthesisWatch } from '../../../../src/index.ts';
import { type BudgetLimits, claimSynthesis, type Interrupts } from '../../../../src/study.ts';
import { MOST_LEFT_OUT, wholeItems } from '../measure/trial-answers.ts';
import { trialOutcome } from '../measure/trial-outcome.ts';
import type { TrialResult } from '../measure/trial-result.ts';
import { askTrial, type TrialAsked } from './ask-trial.ts';
import type { PreparedTrial } from './prepare-trial.ts';
import { keptCalls } from './trial-parts.ts';

/** How a trial is asked, and who is told meanwhile. */
export interface RunTrialOptions {
  /** Of the whole trial; time from now on. */
  readonly limits: BudgetLimits;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  readonly clock: Clock;
  /** What ends asking; made when it begins, and let go when it has ended. */
  readonly interrupts: () => Interrupts;
  readonly watch?: SynthesisWatch;
  /** Of the calibrations that follow. */
  readonly progress: Progress;
}

/** What came of a trial, and how asking ended. */
export interface RanTrial {
  readonly result: TrialResult;
  readonly asked: TrialAsked;
}

/**
 * Asks what a trial lacks, and measures it where everything is there. Writes nothing but what the store keeps.
 * @param bank name of the bank
 * @throws RUN_BUSY where another process asks a part of it
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
 * Whether there are figures: where every part was asked to its end, and so few items lack an answer that they can be left out.
 * Whoever saw figures before could choose when to stop.
 * @param parts how many there are
 * @param share of the items that have every answer
 */
export function canReport(asked: Pick<TrialAsked, 'parts'>, parts: number, share: number): boolean {
  const isToTheEnd =
    asked.parts.length === parts &&
    asked.parts.every(({ outcomes }) => outcomes.every(({ stopped }) => stopped === null));
  return isToTheEnd && share >= 1 - MOST_LEFT_OUT;
}
