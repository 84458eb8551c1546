import { userInfo } from 'node:os';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { calibrationOf } from '../../tested-bank/calibration-of.ts';
import { promotionEffect } from '../../workflow/bank/promotion-effect.ts';
import { promotionWarning } from '../../workflow/bank/promotion-warning.ts';
import { acceptCalibration } from '../../workflow/calibration/refresh/accept-calibration.ts';
import { someOf } from '../../workflow/calibration/refresh/refresh-words.ts';
import { shortText, wholeNumber } from '../fields.ts';
import { type Context, operation, type Reading } from '../operation.ts';

const inForce = wholeNumber(1).optional();
const deciding = {
  note: z.string().default('').describe('a reason, for the log').meta({ value: 'text' }),
  reviewer: z
    .string()
    .optional()
    .describe('who decides (default: your user name)')
    .meta({ value: 'name' }),
};

const options = z.object({
  calibration: wholeNumber(1)
    .optional()
    .describe('its number (thetarank calibrate list)')
    .meta({ isArgument: true }),
  force: z
    .boolean()
    .default(false)
    .describe('also a refresh of another calibration than the one in force'),
  inForce: inForce.describe('only if this calibration is in force now'),
  promote: z
    .boolean()
    .default(false)
    .describe('then let the pretest items count that the refresh has calibrated well enough'),
  ...deciding,
});
type AcceptOptions = z.output<typeof options>;

/** Puts a calibration of a bank in force. */
export const calibrateAccept = operation({
  name: 'calibrate accept',
  summary:
    'Put a kept calibration in force: `--calibration current` means it from now on. Calibrations themselves never change.',
  help: `
Examples:
  thetarank calibrate accept 7
  thetarank calibrate accept 7 --promote
  thetarank calibrate accept 7 --note "drift of 3 items explained by the new prompt"

--promote after an acceptance promotes what is left, and accepts nothing twice. A rollback takes no promotion back:
thetarank bank review BANK --undo N does.`,
  options,
  database: 'existing',
  outputs: ['json'],
  run: accept,
  json: ({ bank, change, calibration, promoted, effect }, { promote }) => ({
    bank,
    ...(change ?? { entry: null, before: calibration, after: calibration }),
    ...(promote && { promoted, effect }),
  }),
  report: acceptanceText,
});

async function accept({ calibration, ...given }: AcceptOptions, { store }: Context) {
  if (calibration === undefined)
    return fail('OPTION_INVALID', {
      option: 'calibration',
      found: 'no number',
      accepted:
        'the number of a kept calibration, such as thetarank calibrate accept 7. For the numbers run: thetarank calibrate list --bank NAME',
    });
  const { force, promote, inForce: from } = given;
  return store(async (open) => {
    const { bank } = await calibrationOf(open, calibration);
    const how = { force, promote, from };
    const found = await acceptCalibration(open, bank, calibration, markOf(given), how);
    const effect = await promotionEffect(open, bank, found.promoted.items);
    return { bank, calibration, ...found, effect };
  });
}
type Accepted = Awaited<ReturnType<typeof accept>>;

function acceptanceText(
  { bank, calibration, change, promoted, effect }: Accepted,
  { options: { promote }, where }: Reading<AcceptOptions>,
): Told {
  const before = change?.before ?? null;
  return {
    lead: [
      change === null
        ? `Calibration ${calibration} of ${bank} was in force already.`
        : `Calibration ${calibration} of ${bank} is in force${before === null ? '' : `, in place of ${before}`}.`,
      `To take it back: thetarank calibrate rollback --bank ${bank} --in-force ${calibration}${where}`,
      ...(promote ? [promotionText(bank, promoted, where)] : []),
      ...promotionWarning(effect, bank, { isDone: true, database: where }),
    ].join('\n'),
    next: testNext(bank, where),
  };
}

function promotionText(bank: string, { items, version }: Accepted['promoted'], where: string) {
  if (version === null) return 'No pretest item is left to promote.';
  return `Promoted: ${plural(items.length, 'pretest item')} (${someOf(items)}), which ${items.length === 1 ? 'counts' : 'count'} from version ${version} of the bank on. To take that back: thetarank bank review ${bank} --undo N${where}`;
}

/** Takes the last acceptance back. */
export const calibrateRollback = operation({
  name: 'calibrate rollback',
  summary:
    'Take back the last acceptance: the calibration before it is in force again, with every number as it was.',
  help: `
Examples:
  thetarank calibrate rollback --bank my-bank
  thetarank calibrate rollback --bank my-bank --in-force 7

With --in-force nothing happens if someone else has rolled back calibration 7 before you: each rollback takes back one acceptance.`,
  options: z.object({
    bank: shortText.describe('a bank of the database').meta({ value: 'name' }),
    inForce: inForce.describe(
      'only if this calibration is in force now (default: the one when the command begins)',
    ),
    ...deciding,
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ bank, inForce: given, ...who }, { store }) =>
    store(async (open) => {
      await bankOf(open, bank);
      // Not another one, which is in force because someone else rolled back a moment before.
      const from = given ?? calibrationInForce(await open.calibrationLog(bank)) ?? undefined;
      return { bank, ...(await open.rollBackCalibration(bank, markOf(who), from)) };
    }),
  report: ({ bank, entry, after }, { where }) => ({
    lead:
      after === null
        ? `Calibration ${entry.calibration} of ${bank} is rolled back; none is in force now.`
        : `Calibration ${entry.calibration} of ${bank} is rolled back to ${after}: calibration ${after} is in force again.`,
    next:
      after === null ? `thetarank calibrate list --bank ${bank}${where}` : testNext(bank, where),
  }),
});

function markOf({
  note,
  reviewer = userInfo().username,
}: Pick<AcceptOptions, 'note' | 'reviewer'>) {
  return { by: reviewer, at: new Date().toISOString(), note };
}

function testNext(bank: string, where: string): string {
  return `thetarank rank --bank ${bank} --calibration current --model NAME@ADDRESS${where}`;
}
