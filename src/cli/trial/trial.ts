import { join } from 'node:path';
import type { Command } from 'commander';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable } from '../../files/write.ts';
import { count, plural } from '../../numbers.ts';
import {
  budgetOutlook,
  requireBounds,
  requireRoom,
} from '../../workflow/synthesis/synthesis-budgets.ts';
import { synthesisEstimate } from '../../workflow/synthesis/synthesis-estimate.ts';
import { sumOf } from '../../workflow/trial/ask-trial.ts';
import { keepProtocol, PROTOCOL_FILE } from '../../workflow/trial/keep-protocol.ts';
import { prepareTrial } from '../../workflow/trial/prepare-trial.ts';
import { sumEstimates } from '../../workflow/trial/sum-estimates.ts';
import { readBudgets } from '../asking/budgets.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { estimateLine, PRICE_FIELD } from '../asking/estimate-text.ts';
import { addDatabaseOption, readStore } from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { outlookText } from '../synthesize/budget-words.ts';
import { askAndReport } from './run-trial.ts';
import { trialEstimateText } from './trial-estimate.ts';
import { REPORT_FILES, type TrialOptions } from './trial-options.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate trial --bank my-bank --config trial.yaml --items 500 --dry-run
  thetarank calibrate trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial
  thetarank calibrate trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial --resume

The protocol and the configuration: docs/trial.md.`;

/** `thetarank calibrate trial`: does synthesis help, asked of real models by a protocol that is fixed before. */
export function addTrialCommand(calibrate: Command): void {
  const command = calibrate
    .command('trial')
    .description(
      'Does synthesis help? Pools of models debate and answer alone as often as that costs, held-out models answer alone, and calibrations from the one and the other are compared by what they predict of the held-out models. The protocol is fixed before anything is asked.',
    )
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .requiredOption('--config <file>', 'pools and held-out models, YAML (docs/trial.md)')
    .option('--items <n>', 'so many items of the bank, by the seed (default: all)', wholeNumber(1))
    .option(
      '--budget <limits>',
      'what the whole trial may take at most: dollars (20usd), tokens (5Mtok), time of this session (1h30m); several with commas between, or the option again',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--concurrency <n>', 'calls of one model in flight at most', wholeNumber(1), 16)
    .option('--resume', 'go on with the trial whose protocol is in the folder')
    .option('--dry-run', 'say what it will take, and ask nothing')
    .option('--no-cache', 'ask again what was asked before with the same words and settings')
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
  await readStore(options, async (store) => {
    const prepared = await prepareTrial(options, store);
    const { trial, parts, protocol, hash, warnings } = prepared;
    for (const { job } of parts) {
      requireBounds(limits, job.synthesis.models);
      requireRoom(limits, job);
    }
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
    await askAndReport(options, store, prepared, limits);
  });
}
