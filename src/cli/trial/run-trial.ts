import { join } from 'node:path';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { writeFileWhole } from '../../files/write.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import { interrupts } from '../asking/interrupts.ts';
import { spentText } from '../../workflow/synthesis/synthesis-budgets.ts';
import { claimSynthesis } from '../../workflow/synthesis/synthesis-job.ts';
import { askTrial, type TrialAsked } from '../../workflow/trial/ask-trial.ts';
import type { PreparedTrial } from '../../workflow/trial/prepare-trial.ts';
import { wholeItems } from '../../workflow/trial/trial-answers.ts';
import { canReport, trialExit } from './trial-exit.ts';
import type { TrialOptions } from './trial-options.ts';
import { trialOutcome } from '../../workflow/trial/trial-outcome.ts';
import { keptCalls } from '../../workflow/trial/trial-parts.ts';
import type { TrialResult } from '../../workflow/trial/trial-result.ts';
import { trialMarkdown, trialText } from './trial-text.ts';

/** Asks, measures, writes and prints. */
export async function askAndReport(
  options: TrialOptions,
  store: Store,
  prepared: PreparedTrial,
  limits: BudgetLimits,
): Promise<void> {
  const { parts } = prepared;
  const claims: Awaited<ReturnType<typeof claimSynthesis>>[] = [];
  try {
    for (const { job } of parts) claims.push(await claimSynthesis(store, job));
    const runs = claims.map(({ run }) => run);
    const signals = interrupts();
    const { concurrency } = options;
    const asked = await askTrial(store, parts, runs, {
      limits,
      concurrency,
      interrupts: signals,
      clock: SYSTEM_CLOCK,
    }).finally(() => signals.restore());
    await report(options, store, prepared, runs, asked);
  } finally {
    for (const { release } of claims) await release();
  }
}

async function report(
  { out, bank, json }: TrialOptions,
  store: Store,
  prepared: PreparedTrial,
  runs: readonly number[],
  asked: TrialAsked,
): Promise<void> {
  const { parts, hash, warnings } = prepared;
  const items = wholeItems(parts.map(({ job }) => job));
  const all = parts[0].job.design.items;
  const outcome = canReport(asked, parts.length, items.length / all)
    ? await trialOutcome(store, { ...prepared, runs, items })
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
  const markdown = trialMarkdown(result);
  if (markdown !== null) {
    writeFileWhole(join(out, 'trial.json'), `${JSON.stringify(result, null, 2)}\n`);
    writeFileWhole(join(out, 'trial.md'), markdown);
  }
  console.log(json === true ? JSON.stringify(result, null, 2) : trialText(result, out));
  const spent = spentText(asked.budgets);
  if (spent !== null) console.error(spent);
  const { code, message } = trialExit(asked, outcome !== null);
  if (message !== null) console.error(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
}
