import { join } from 'node:path';
import type { Command } from 'commander';
import { checkWritable } from '../../../files/write/write.ts';
import { count, percent } from '../../../numbers.ts';
import { NOT_CONVERGED } from '../../../operations/exit-codes.ts';
import { span } from '../../../tracing/span.ts';
import { sourceOfRun } from '../../../workflow/synthesis/fit/synthesis-source.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  readStore,
} from '../../options/database-option.ts';
import { wholeNumber } from '../../options/options.ts';
import { convergenceProgress, timeLeft } from '../../output/progress.ts';
import { SYNTHESIS_FILES } from '../synthesis-files.ts';
import { addFitOptions, type FitOptions } from './fit-options.ts';
import { reportSynthesis } from './report-synthesis.ts';

interface SynthesizedOptions extends DatabaseOptions, FitOptions {
  readonly run: number;
  readonly out?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank calibrate synthesized --run 3 --out synthesized
  thetarank calibrate synthesized --run 3 --partial --by participants --json`;

/** `thetarank calibrate synthesized`: a calibration on the answers of a synthesis that was made before. */
export function addSynthesizedCommand(calibrate: Command): void {
  const command = calibrate
    .command('synthesized')
    .description(
      'Calibrate a bank on the answers of an earlier run of calibrate synthesize, without new calls.',
    )
    .requiredOption('--run <n>', 'number of the run (thetarank runs list)', wholeNumber(1))
    .option('--out <folder>', `write ${SYNTHESIS_FILES.join(', ')} there`)
    .option('--json', 'print JSON');
  addDatabaseOption(addFitOptions(command)).addHelpText('after', EXAMPLES).action(synthesized);
}

async function synthesized(options: SynthesizedOptions): Promise<void> {
  const { run, out, partial } = options;
  if (out !== undefined) checkWritable(SYNTHESIS_FILES.map((file) => join(out, file)));
  await readStore(options, async (store) => {
    const progress = convergenceProgress();
    const started = performance.now();
    let done = 0;
    const source = await span('read', {}, () =>
      sourceOfRun(store, run, {
        isPartial: partial === true,
        onAnswer(all) {
          const left = timeLeft(++done, all, performance.now() - started);
          progress.note(
            `reading run ${run}: ${percent(done / all)} of ${count(all / 2)} answers${left === '' ? '' : `, ${left} left`}`,
          );
        },
      }),
    ).finally(() => progress.stop());
    const how = { ...options, fit: true, partial: true, isRequired: true };
    const calibrated = await reportSynthesis(store, source, source.result, how);
    if (calibrated?.report.converged === false) process.exitCode = NOT_CONVERGED;
  });
}
