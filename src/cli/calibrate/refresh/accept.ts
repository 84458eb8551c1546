import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { fail } from '../../../errors.ts';
import { plural } from '../../../numbers.ts';
import { calibrationInForce } from '../../../store/calibrations/calibration-in-force.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import { type PromotionEffect, promotionEffect } from '../../../workflow/bank/promotion-effect.ts';
import { promotionWarning } from '../../../workflow/bank/promotion-warning.ts';
import {
  type Acceptance,
  acceptCalibration,
} from '../../../workflow/calibration/refresh/accept-calibration.ts';
import { someOf } from '../../../workflow/calibration/refresh/refresh-words.ts';
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
  thetarank calibrate accept 7 --promote
  thetarank calibrate accept 7 --note "drift of 3 items explained by the new prompt"

--promote after an acceptance promotes what is left, and accepts nothing twice. A rollback takes no promotion back:
thetarank bank review BANK --undo N does.`;
const ROLLBACK_EXAMPLE = `
Examples:
  thetarank calibrate rollback --bank my-bank
  thetarank calibrate rollback --bank my-bank --in-force 7

With --in-force nothing happens if someone else has rolled back calibration 7 before you: each rollback takes back one acceptance.`;

interface DecideOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly inForce?: number;
  readonly note?: string;
  readonly reviewer?: string;
  readonly force?: boolean;
  readonly promote?: boolean;
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
      .argument('[calibration]', 'its number (thetarank calibrate list)', wholeNumber(1))
      .option('--force', 'also a refresh of another calibration than the one in force')
      .option('--in-force <n>', 'only if this calibration is in force now', wholeNumber(1))
      .option(
        '--promote',
        'then let the pretest items count that the refresh has calibrated well enough',
      ),
  )
    .addHelpText('after', ACCEPT_EXAMPLES)
    .action(accept);
  common(
    calibrate
      .command('rollback')
      .description(
        'Take back the last acceptance: the calibration before it is in force again, with every number as it was.',
      )
      .requiredOption('--bank <name>', 'a bank of the database')
      .option(
        '--in-force <n>',
        'only if this calibration is in force now (default: the one when the command begins)',
        wholeNumber(1),
      ),
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

async function accept(number: number | undefined, options: DecideOptions): Promise<void> {
  const { promote = false, force = false, inForce: from } = options;
  if (number === undefined)
    return fail('OPTION_INVALID', {
      option: 'calibration',
      found: 'no number',
      accepted: `the number of a kept calibration, such as thetarank calibrate accept 7. For the numbers run: thetarank calibrate list --bank NAME${databaseOf(options)}`,
    });
  await readStore(options, async (store) => {
    const { bank } = await calibrationOf(store, number);
    const found = await acceptCalibration(store, bank, number, markOf(options), {
      force,
      promote,
      from,
    });
    const effect = await promotionEffect(store, bank, found.promoted.items);
    printAcceptance(bank, number, { ...found, effect }, options);
  });
}

function printAcceptance(
  bank: string,
  number: number,
  { change, promoted, effect }: Acceptance & { readonly effect: PromotionEffect },
  options: DecideOptions,
): void {
  const isPromoting = options.promote === true;
  if (options.json === true) {
    const state = change ?? { entry: null, before: number, after: number };
    const data = { bank, ...state, ...(isPromoting && { promoted, effect }) };
    console.log(JSON.stringify(data, null, 2));
    return;
  }
  const database = databaseOf(options);
  const { items, version } = promoted;
  const before = change?.before ?? null;
  printText(
    [
      change === null
        ? `Calibration ${number} of ${bank} was in force already.`
        : `Calibration ${number} of ${bank} is in force${before === null ? '' : `, in place of ${before}`}.`,
      `To take it back: thetarank calibrate rollback --bank ${bank} --in-force ${number}${database}`,
      ...(isPromoting
        ? [
            version === null
              ? 'No pretest item is left to promote.'
              : `Promoted: ${plural(items.length, 'pretest item')} (${someOf(items)}), which ${items.length === 1 ? 'counts' : 'count'} from version ${version} of the bank on. To take that back: thetarank bank review ${bank} --undo N${database}`,
          ]
        : []),
      ...promotionWarning(effect, bank, { isDone: true, database }),
      `Next: ${testNext(bank, database)}`,
    ].join('\n'),
  );
}

async function rollback(options: DecideOptions): Promise<void> {
  const bank = options.bank!;
  await readStore(options, async (store) => {
    await bankOf(store, bank);
    // Not another one, which is in force because someone else rolled back a moment before.
    const from =
      options.inForce ?? calibrationInForce(await store.calibrationLog(bank)) ?? undefined;
    const change = await store.rollBackCalibration(bank, markOf(options), from);
    const { entry, after } = change;
    if (options.json === true) {
      console.log(JSON.stringify({ bank, ...change }, null, 2));
      return;
    }
    const database = databaseOf(options);
    printText(
      [
        after === null
          ? `Calibration ${entry.calibration} of ${bank} is rolled back; none is in force now.`
          : `Calibration ${entry.calibration} of ${bank} is rolled back to ${after}: calibration ${after} is in force again.`,
        `Next: ${after === null ? `thetarank calibrate list --bank ${bank}${database}` : testNext(bank, database)}`,
      ].join('\n'),
    );
  });
}

function testNext(bank: string, database: string): string {
  return `thetarank rank --bank ${bank} --calibration current --model NAME@ADDRESS${database}`;
}
