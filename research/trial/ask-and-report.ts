import { join } from 'node:path';
import { type Store, SYSTEM_CLOCK, writeFileWhole } from 'thetarank';
import type { BudgetLimits } from 'thetarank/study';
import {
  type EndpointFeedback,
  interrupts,
  progressBar,
  spentText,
  synthesisProgress,
} from '../../src/cli/command-kit.ts';
import type { PreparedTrial } from './ask/prepare-trial.ts';
import { type RanTrial, runTrial } from './ask/run-trial.ts';
import { trialMarkdown, trialText } from './report/trial-text.ts';
import { trialExit } from './trial-exit.ts';
import type { TrialOptions } from './trial-options.ts';

/** Asks, measures, writes and prints. */
export async function askAndReport(
  options: TrialOptions,
  store: Store,
  prepared: PreparedTrial,
  limits: BudgetLimits,
  feedback: EndpointFeedback,
): Promise<void> {
  const { concurrency } = options;
  const ran = await runTrial(store, prepared, options.bank, {
    limits,
    concurrency,
    interrupts,
    watch: (facts) => synthesisProgress(facts, feedback),
    progress: progressBar(),
    clock: SYSTEM_CLOCK,
  });
  report(options, ran);
}

function report({ out, json }: TrialOptions, { result, asked }: RanTrial): void {
  const markdown = trialMarkdown(result);
  if (markdown !== null) {
    writeFileWhole(join(out, 'trial.json'), `${JSON.stringify(result, null, 2)}\n`);
    writeFileWhole(join(out, 'trial.md'), markdown);
  }
  console.log(json === true ? JSON.stringify(result, null, 2) : trialText(result, out));
  const spent = spentText(asked.budgets);
  if (spent !== null) console.error(spent);
  const { code, message } = trialExit(asked, result.outcome !== null);
  if (message !== null) console.error(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
}
