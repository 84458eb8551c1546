import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { CalibrationChange } from '../../../store/calibrations/calibration-log-store.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../../options/database-option.ts';
import { wholeNumber } from '../../options/options.ts';
import { printText } from '../../output/typed-commands.ts';

const ACCEPT_EXAMPLES = `
Examples:
  thetarank calibrate accept 7
  thetarank calibrate accept 7 --note "drift of 3 items explained by the new prompt"`;
const ROLLBACK_EXAMPLE = `
Example:
  thetarank calibrate rollback --bank my-bank`;

interface DecideOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly note?: string;
  readonly reviewer?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `thetarank calibrate accept` and `rollback`: which calibration of a bank is in force. */
export function addAcceptCommands(calibrate: Command): void {
  common(
    calibrate
      .command('accept')
      .description(
        'Put a kept calibration in force: `--calibration current` means it from now on. Calibrations themselves never change.',
      )
      .argument('<calibration>', 'its number', wholeNumber(1))
      .option('--force', 'also a refresh of another calibration than the one in force'),
  )
    .addHelpText('after', ACCEPT_EXAMPLES)
    .action(accept);
  common(
    calibrate
      .command('rollback')
      .description(
        'Take back the last acceptance: the calibration before it is in force again, with every number as it was.',
      )
      .requiredOption('--bank <name>', 'a bank of the database'),
  )
    .addHelpText('after', ROLLBACK_EXAMPLE)
    .action(rollback);
}

function common(command: Command): Command {
  return addDatabaseOption(
    command
      .option('--note <text>', 'a reason, for the log')
      .option('--reviewer <name>', 'who decides (default: your user name)'),
  ).option('--json', 'print JSON');
}

function markOf({ note = '', reviewer = userInfo().username }: DecideOptions) {
  return { by: reviewer, at: new Date().toISOString(), note };
}

async function accept(number: number, options: DecideOptions): Promise<void> {
  await readStore(options, async (store) => {
    const { bank } = await calibrationOf(store, number);
    const isForced = options.force === true;
    print(bank, await store.acceptCalibration(bank, number, markOf(options), isForced), options);
  });
}

async function rollback(options: DecideOptions): Promise<void> {
  await readStore(options, async (store) => {
    const bank = options.bank!;
    print(bank, await store.rollBackCalibration(bank, markOf(options)), options);
  });
}

function print(bank: string, change: CalibrationChange, options: DecideOptions): void {
  const { entry, before, after } = change;
  if (options.json === true) {
    console.log(JSON.stringify({ bank, ...change }, null, 2));
    return;
  }
  const database = databaseOf(options);
  const done =
    entry.decision === 'accept'
      ? `Calibration ${entry.calibration} of ${bank} is in force${before === null ? '' : `, in place of ${before}`}.`
      : `Calibration ${entry.calibration} of ${bank} is rolled back; ${after === null ? 'none is in force now' : `calibration ${after} is in force again`}.`;
  const next =
    after === null
      ? `thetarank calibrate list --bank ${bank}${database}`
      : `thetarank rank --bank ${bank} --calibration current --model NAME@ADDRESS${database}`;
  printText(
    [
      done,
      ...(entry.decision === 'accept'
        ? [`To take it back: thetarank calibrate rollback --bank ${bank}${database}`]
        : []),
      `Next: ${next}`,
    ].join('\n'),
  );
}
