import { userInfo } from 'node:os';
import { z } from 'zod';
import { CORRECTIONS, type Correction } from '../../../../calibration/diagnose/dif/find-dif.ts';
import {
  REFRESH_METHODS,
  REFRESH_STEPS,
  type RefreshStep,
} from '../../../../calibration/refresh/refresh-types.ts';
import { fail } from '../../../errors.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import { calibrationInForce } from '../../../store/calibrations/calibration-in-force.ts';
import { CURRENT } from '../../../tested-bank/named-calibration.ts';
import { alikeText } from '../../../text/same-name.ts';
import { span } from '../../../tracing/span.ts';
import { promotionEffect } from '../../../workflow/bank/promotion-effect.ts';
import { promotionWarning } from '../../../workflow/bank/promotion-warning.ts';
import {
  changesNothing,
  computeRefresh,
  keepRefresh,
  type Refresh,
  readRefresh,
} from '../../../workflow/calibration/refresh/refresh-bank.ts';
import type { RefreshReport } from '../../../workflow/calibration/refresh/refresh-report.ts';
import { refreshSummary } from '../../../workflow/calibration/refresh/refresh-summary.ts';
import type { Progress } from '../../../workflow/progress.ts';
import { NOT_CONVERGED } from '../../exit-codes.ts';
import { calibrationNumber, computing, shortText } from '../../fields.ts';
import { type Context, operation, type Reading } from '../../operation.ts';
import { itemsCsv, modelsCsv, retirementsCsv } from './files.ts';
import { refreshDocument } from './report.ts';

const REFRESH = { group: 'The refresh' };
const PROPOSAL = { group: 'The proposal' };
const FILE = { group: 'Results', value: 'file', file: 'out' } as const;

const options = z.object({
  bank: shortText.describe('a bank of the database').meta({ ...REFRESH, value: 'name' }),
  calibration: calibrationNumber
    .default(CURRENT)
    .describe('the calibration to refresh, by its number, or the one in force')
    .meta(REFRESH),
  method: z
    .enum(REFRESH_METHODS)
    .default('auto')
    .describe(
      'fixed: hold stable items; link: calibrate again and bring to the old scale; auto: link if nearly all models answered most items',
    )
    .meta({ ...REFRESH, value: 'name' }),
  alpha: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.05)
    .describe('an item has drifted if its adjusted p is below this')
    .meta({ ...REFRESH, value: 'p' }),
  correction: z
    .enum(Object.keys(CORRECTIONS) as Correction[])
    .default('benjamini-hochberg')
    .describe('for the number of items')
    .meta({ ...REFRESH, value: 'name' }),
  families: z
    .string()
    .optional()
    .describe(
      'CSV: examinee, family; models of a family are not independent (default: those of the bank)',
    )
    .meta({ ...REFRESH, value: 'file', file: 'in' }),
  workers: computing.workers.meta(REFRESH),
  accept: z.boolean().default(false).describe('accept it at once').meta(PROPOSAL),
  dryRun: z
    .boolean()
    .default(false)
    .describe('show what would change, and keep nothing')
    .meta(PROPOSAL),
  reviewer: z
    .string()
    .optional()
    .describe('with --accept: who decides (default: your user name)')
    .meta({ ...PROPOSAL, value: 'name' }),
  out: z
    .string()
    .optional()
    .describe('write all items there, CSV: old and new parameters, tests of drift')
    .meta(FILE),
  modelsOut: z
    .string()
    .optional()
    .describe('write all models there, CSV: scores and ranks before and after')
    .meta(FILE),
  retirements: z
    .string()
    .optional()
    .describe('write the proposed retirements there, for thetarank bank review --file')
    .meta(FILE),
});
type RefreshOptions = z.output<typeof options>;

interface Result extends RefreshReport {
  /** The number of the proposal; null where none was kept. */
  readonly calibration: number | null;
  readonly accepted: boolean;
  readonly changed: boolean;
  readonly kept: KeptProposal | null;
  /** The calibration that was in force before. */
  readonly inForce: number | null;
}

/** The calibration of a bank with all answers since. */
export const calibrateRefresh = operation({
  name: 'calibrate refresh',
  summary:
    'Refresh the calibration of a bank with all answers since, on its scale: what changes by item and by model, drifted items, and items to retire. Kept as a proposal to accept.',
  help: `
Examples:
  thetarank calibrate refresh --bank my-bank --dry-run
  thetarank calibrate refresh --bank my-bank --report refresh.html --retirements review.csv
  thetarank calibrate refresh --bank my-bank --calibration 3 --accept

It collects the recorded answers, the finished runs of rank --model and compare, and the ended sessions of the service; not series or runs of watch. The new calibration is on the
scale of the old one. It is kept as a proposal: nothing uses it before it is accepted (thetarank calibrate accept), and a rollback puts
the old one in force again (thetarank calibrate rollback). See docs/refresh.md.`,
  options,
  database: 'existing',
  outputs: ['json', 'report'],
  run: refresh,
  json: ({ kept: _, inForce: __, ...result }) => result,
  exitCode: ({ warnings }) =>
    warnings.some(({ kind }) => kind === 'not-converged') ? NOT_CONVERGED : 0,
  report(result, reading) {
    const { done, next } = nextSteps(result, reading);
    const page = refreshDocument(result, next, reading.t);
    if (reading.reader === 'others') return page;
    return { ...page, sections: [...page.sections, outcome(result, done, reading)] };
  },
  write: writeFiles,
});

async function refresh(given: RefreshOptions, context: Context): Promise<Result> {
  const { accept, dryRun, workers = 2 } = given;
  if (accept && dryRun)
    fail('OPTIONS_CONFLICT', { options: 'accept, dryRun', reason: 'use only one of them.' });
  const { input, inForce } = await read(given, context);
  const alike = alikeText(input.collected.matrix.examinees);
  if (alike !== null) context.note(alike);
  const reach = shownSteps(context.steps);
  const found = await computeRefresh(input, workers, ({ step, share }) => reach(step, share));
  const changed = !changesNothing(found.report);
  const kept = dryRun || !changed ? null : await keep(found, given, context);
  return {
    ...{ calibration: kept?.number ?? null, accepted: kept?.accepted ?? false, changed },
    ...found.report,
    ...{ kept, inForce },
  };
}

function read(given: RefreshOptions, { store }: Context) {
  const { bank, calibration, method, alpha, correction, accept, families } = given;
  return store(async (open) => {
    const inForce = calibrationInForce(await open.calibrationLog(bank));
    // Told at once, and not after the work.
    if (accept && calibration !== CURRENT && calibration !== inForce)
      fail('OPTIONS_CONFLICT', {
        options: 'calibration, accept',
        reason: `${inForce === null ? 'no calibration is in force' : `calibration ${inForce} is in force`}, and a refresh is only accepted where the calibration that it refreshes is. Leave out the acceptance, or first run: thetarank calibrate accept ${calibration}`,
      });
    const familiesOf =
      families === undefined
        ? undefined
        : (examinees: readonly string[]) => readFamilies(families, examinees);
    const input = await span('read', {}, () =>
      readRefresh(open, bank, {
        ...{ calibration, method, alpha, correction },
        ...(familiesOf && { familiesOf }),
      }),
    );
    return { input, inForce };
  });
}

type KeptProposal = Awaited<ReturnType<typeof keep>>;

/** Keeps the proposal, and accepts it where that is asked for: the proposal first, so that a break in between changes nothing. */
function keep(found: Refresh, given: RefreshOptions, { store }: Context) {
  const { bank, accept, reviewer = userInfo().username } = given;
  return store(async (open) => {
    const { number, isKnown } = await span('keep', {}, () =>
      keepRefresh(open, found, new Date().toISOString()),
    );
    // A refresh that was interrupted after its last step is accepted already.
    if (accept && calibrationInForce(await open.calibrationLog(bank)) !== number)
      await open.acceptCalibration(bank, number, { by: reviewer, at: new Date().toISOString() });
    const ready = refreshSummary(found.report).pretest.filter(({ isReady }) => isReady);
    const items = ready.map(({ item }) => item);
    /** Of a promotion of the pretest items that are ready. */
    const effect = await promotionEffect(open, bank, items);
    return { number, isKnown, accepted: accept, effect };
  });
}

async function writeFiles(
  result: Result,
  { options: { out, modelsOut, retirements } }: Reading<RefreshOptions>,
): Promise<string[]> {
  if (out !== undefined) writeFileWhole(out, itemsCsv(result));
  if (modelsOut !== undefined) writeFileWhole(modelsOut, modelsCsv(result));
  if (retirements !== undefined) writeFileWhole(retirements, retirementsCsv(result));
  return [];
}

/** What was kept, and what it would do. */
function outcome(
  { kept }: Result,
  done: string,
  { options: { bank }, where }: Reading<RefreshOptions>,
) {
  if (kept === null) return { paragraphs: [done] };
  const warnings = promotionWarning(kept.effect, bank, { isDone: false, database: where });
  return { paragraphs: [done, ...warnings] };
}

interface NextSteps {
  /** What was kept. */
  readonly done: string;
  readonly next: string;
}

function nextSteps(
  { kept, inForce, ...report }: Result,
  { options: { bank, retirements }, where: database }: Reading<RefreshOptions>,
): NextSteps {
  const isPretestReady = refreshSummary(report).pretest.some(({ isReady }) => isReady);
  const review =
    report.retirements.length === 0
      ? ''
      : retirements === undefined
        ? `; for the proposed retirements add --retirements review.csv`
        : `; decide about retirements: thetarank bank review ${bank} --file ${retirements}${database}`;
  if (changesNothing(report))
    return {
      done: `Nothing changes: every item keeps the parameters of calibration ${report.refreshed}. Nothing was kept.`,
      next: `thetarank rank --bank ${bank} --calibration ${report.refreshed} --model NAME@ADDRESS${database}${review}`,
    };
  if (kept === null)
    return {
      done: 'Nothing was kept.',
      next: `thetarank calibrate refresh --bank ${bank}${database}`,
    };
  const back = `thetarank calibrate rollback --bank ${bank} --in-force ${kept.number}${database}`;
  if (kept.accepted)
    return {
      done: `Calibration ${kept.number} is in force in place of ${report.refreshed}.`,
      next: isPretestReady
        ? `let the pretest items count that are ready: thetarank calibrate accept ${kept.number} --promote${database}; to take the calibration back: ${back}${review}`
        : `to take that back: ${back}${review}`,
    };
  const accept = `thetarank calibrate accept ${kept.number}${isPretestReady ? ' --promote' : ''}`;
  const done = `${kept.isKnown ? 'Already kept' : 'Kept'} as calibration ${kept.number}, a proposal that nothing uses yet.`;
  if (report.refreshed !== inForce && inForce !== null)
    return {
      done: `${done} It refreshes calibration ${report.refreshed}, but calibration ${inForce} is in force.`,
      next: `to refresh the one in force: thetarank calibrate refresh --bank ${bank}${database}; to use this one all the same: ${accept} --force${database}${review}`,
    };
  if (report.refreshed !== inForce)
    return {
      done: `${done} It refreshes calibration ${report.refreshed}, which is not in force.`,
      next: `thetarank calibrate accept ${report.refreshed}${database}, then ${accept}${database}${review}`,
    };
  return {
    done,
    next: `${accept}${database}; later, to take that back: ${back}${review}`,
  };
}

const STEP_WORDS: Readonly<Record<RefreshStep, string>> = {
  anchors: 'choosing stable items',
  drift: 'testing items for drift',
  fit: 'calibrating',
  compare: 'comparing models',
};
/** Steps of the bar for each step of the work. */
const FINE = 25;

function shownSteps(bar: Progress) {
  let done = 0;
  bar.start(FINE * REFRESH_STEPS.length, STEP_WORDS[REFRESH_STEPS[0]]);
  return (step: RefreshStep, share: number) => {
    const reached = Math.floor(FINE * (REFRESH_STEPS.indexOf(step) + Math.min(1, share)));
    for (; done < reached; done++) bar.advance(STEP_WORDS[step]);
  };
}
