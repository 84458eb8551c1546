import { join } from 'node:path';
import { Command } from 'commander';
import { checkWritable, SYSTEM_CLOCK } from 'thetarank';
import { budgetOutlook, requireBudgets, synthesisEstimate } from 'thetarank/study';
import {
  addDatabaseOption,
  checkEndpoints,
  endpointFeedback,
  estimateLine,
  flagCaller,
  outlookText,
  PRICE_FIELD,
  REUSE_HELP,
  readBudgets,
  readStore,
  reuseLine,
  wholeNumber,
} from '../../src/cli/command-kit.ts';
import { count, plural } from '../text.ts';
import { sumOf } from './ask/ask-trial.ts';
import { prepareTrial } from './ask/prepare-trial.ts';
import { sumEstimates } from './ask/sum-estimates.ts';
import { sumReusable } from './ask/trial-parts.ts';
import { askAndReport } from './ask-and-report.ts';
import { keepProtocol, PROTOCOL_FILE } from './protocol/keep-protocol.ts';
import { trialEstimateText } from './report/trial-estimate.ts';
import { REPORT_FILES, type TrialOptions } from './trial-options.ts';

const EXAMPLES = `
Examples:
  npm run research -- trial --bank my-bank --config trial.yaml --items 500 --dry-run
  npm run research -- trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial
  npm run research -- trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial --resume

The protocol and the configuration: docs/trial.md.`;

/** The program of the trial. */
export async function trial(args: readonly string[]): Promise<void> {
  const program = new Command('npm run research --');
  addTrialCommand(program);
  await program.parseAsync(['trial', ...args], { from: 'user' });
}

/** `npm run research -- trial`: tests on real models whether synthesis helps, by a protocol fixed in advance. */
function addTrialCommand(research: Command): void {
  const command = research
    .command('trial')
    .description(
      'Does synthesis help? Pools of models debate, and also answer alone at the same cost; held-out models answer alone. The trial compares how well the two calibrations predict the held-out models. The protocol is fixed before the first call.',
    )
    .optionsGroup('The trial:')
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .requiredOption('--config <file>', 'pools and held-out models, YAML (docs/trial.md)')
    .option(
      '--items <n>',
      'ask only this many items of the bank, drawn by the seed (default: all)',
      wholeNumber(1),
    )
    .optionsGroup('The run:')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for the whole trial, time for this session (1h30m); separated by commas or as several options',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--concurrency <n>', 'most calls of one model in flight', wholeNumber(1), 16)
    .option('--resume', 'continue the trial whose protocol is in the folder')
    .option('--dry-run', 'print what the trial will take, and ask nothing')
    .option('--reuse', REUSE_HELP)
    .optionsGroup('Results:')
    .option(
      '--out <folder>',
      `write ${PROTOCOL_FILE}, ${REPORT_FILES.join(' and ')} there`,
      'trial',
    )
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(runTrial);
}

async function runTrial(options: TrialOptions): Promise<void> {
  const { out, bank, concurrency } = options;
  checkWritable([PROTOCOL_FILE, ...REPORT_FILES].map((file) => join(out, file)));
  const limits = readBudgets(options.budget);
  const feedback = endpointFeedback();
  await readStore(options, async (store) => {
    const caller = flagCaller(feedback);
    const prepared = await prepareTrial({ ...options, caller }, store);
    const { trial, parts, protocol, hash, warnings } = prepared;
    for (const { job } of parts) requireBudgets(limits, job);
    if (options.reuse === true) console.error(reuseLine(sumReusable(parts), SYSTEM_CLOCK.now()));
    for (const warning of warnings) console.error(`warning: ${warning}`);
    const estimates = parts.map(({ job }) => synthesisEstimate(job, concurrency));
    const expected = sumEstimates(estimates);
    const kept = expected.kept === 0 ? '' : `, ${count(expected.kept)} calls kept`;
    console.error(
      `${plural(trial.pools.length, 'pool')} and ${plural(trial.heldOut.families.length, 'held-out model')} on ${plural(parts[0].job.design.items, 'item')} of ${bank}${kept}: ${estimateLine(expected, null, PRICE_FIELD)}`,
    );
    const outlook = budgetOutlook(limits, expected, sumOf(parts.map(({ job }) => job.taken)));
    for (const budget of outlook) console.error(outlookText(budget));
    if (options.dryRun === true) {
      const dry = { protocol: hash, ...expected, budgets: outlook, warnings };
      if (options.json === true) console.log(JSON.stringify(dry, null, 2));
      else console.log(trialEstimateText(parts, estimates, prepared, out));
      return;
    }
    const missing = parts.filter((_, k) => estimates[k].calls > 0);
    if (missing.length > 0)
      await checkEndpoints(missing.flatMap(({ job }) => job.synthesis.models));
    if (!prepared.isFixed) keepProtocol(out, protocol, new Date(SYSTEM_CLOCK.now()).toISOString());
    await askAndReport(options, store, prepared, limits, feedback);
  }).finally(feedback.stop);
}
