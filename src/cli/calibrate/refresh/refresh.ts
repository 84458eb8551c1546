import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CORRECTIONS, type Correction } from '../../../../calibration/diagnose/dif/find-dif.ts';
import {
  REFRESH_METHODS,
  REFRESH_STEPS,
  type RefreshMethod,
  type RefreshStep,
} from '../../../../calibration/refresh/refresh-types.ts';
import { fail } from '../../../errors.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import type { Words } from '../../../languages/words.ts';
import { NOT_CONVERGED } from '../../../operations/exit-codes.ts';
import { present } from '../../../present.ts';
import { wordsOfReports } from '../../../report/words-of-reports.ts';
import { calibrationInForce } from '../../../store/calibrations/calibration-in-force.ts';
import { type CalibrationName, CURRENT } from '../../../tested-bank/named-calibration.ts';
import { span } from '../../../tracing/span.ts';
import { type PromotionEffect, promotionEffect } from '../../../workflow/bank/promotion-effect.ts';
import { promotionWarning } from '../../../workflow/bank/promotion-warning.ts';
import {
  changesNothing,
  computeRefresh,
  keepRefresh,
  type Refresh,
  readRefresh,
} from '../../../workflow/calibration/refresh/refresh-bank.ts';
import { refreshSummary } from '../../../workflow/calibration/refresh/refresh-summary.ts';
import { calibrationName } from '../../options/calibration-option.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
  withStore,
} from '../../options/database-option.ts';
import { keepInputs, workersOption } from '../../options/options.ts';
import { noteAlike } from '../../output/alike-note.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { progressBar } from '../../output/progress.ts';
import { endedWork } from '../../output/shown-work.ts';
import { printText } from '../../output/typed-commands.ts';
import { itemsCsv, modelsCsv, retirementsCsv } from './refresh-files.ts';
import { refreshPage } from './refresh-page.ts';
import { refreshText } from './refresh-text.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate refresh --bank my-bank --dry-run
  thetarank calibrate refresh --bank my-bank --html refresh.html --retirements review.csv
  thetarank calibrate refresh --bank my-bank --calibration 3 --accept

It collects the recorded answers, the finished runs of rank --model and compare, and the ended sessions of the service; not series or runs of watch. The new calibration is on the
scale of the old one. It is kept as a proposal: nothing uses it before it is accepted (thetarank calibrate accept), and a rollback puts
the old one in force again (thetarank calibrate rollback). See docs/refresh.md.`;

interface RefreshCommandOptions extends DatabaseOptions {
  readonly bank: string;
  readonly calibration: CalibrationName;
  readonly method: RefreshMethod;
  readonly alpha: number;
  readonly correction: Correction;
  readonly families?: string;
  readonly workers?: number;
  readonly accept?: boolean;
  readonly dryRun?: boolean;
  readonly reviewer?: string;
  readonly out?: string;
  readonly modelsOut?: string;
  readonly retirements?: string;
  readonly html?: string;
  readonly json?: boolean;
}

/** `thetarank calibrate refresh`: the calibration of a bank with all answers since. */
export function addRefreshCommand(calibrate: Command): void {
  addDatabaseOption(
    calibrate
      .command('refresh')
      .description(
        'Refresh the calibration of a bank with all answers since, on its scale: what changes by item and by model, drifted items, and items to retire. Kept as a proposal to accept.',
      )
      .optionsGroup('The refresh:')
      .requiredOption('--bank <name>', 'a bank of the database'),
  )
    .addOption(
      new Option('--calibration <n>', 'the calibration to refresh, by its number')
        .argParser(calibrationName)
        .default(CURRENT, 'the one in force'),
    )
    .addOption(
      new Option(
        '--method <name>',
        'fixed: hold stable items; link: calibrate again and bring to the old scale; auto: link if nearly all models answered most items',
      )
        .choices(REFRESH_METHODS)
        .default('auto'),
    )
    .option('--alpha <p>', 'an item has drifted if its adjusted p is below this', share, 0.05)
    .addOption(
      new Option('--correction <name>', 'for the number of items')
        .choices(Object.keys(CORRECTIONS))
        .default('benjamini-hochberg'),
    )
    .option(
      '--families <file>',
      'CSV: examinee, family; models of a family are not independent (default: those of the bank)',
    )
    .addOption(workersOption())
    .optionsGroup('The proposal:')
    .option('--accept', 'accept it at once')
    .option('--dry-run', 'show what would change, and keep nothing')
    .option('--reviewer <name>', 'with --accept: who decides (default: your user name)')
    .optionsGroup('Results:')
    .option('--out <file>', 'write all items there, CSV: old and new parameters, tests of drift')
    .option('--models-out <file>', 'write all models there, CSV: scores and ranks before and after')
    .option(
      '--retirements <file>',
      'write the proposed retirements there, for thetarank bank review --file',
    )
    .option('--html <file>', 'also write one HTML page there that can be sent to others')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(refresh);
}

async function refresh(options: RefreshCommandOptions): Promise<void> {
  const words = wordsOfReports();
  const { bank, workers = 2, accept = false, dryRun = false, families } = options;
  if (accept && dryRun)
    fail('OPTIONS_CONFLICT', { options: '--accept, --dry-run', reason: 'use only one of them.' });
  const files = [options.out, options.modelsOut, options.retirements, options.html];
  for (const file of files) keepInputs(file, { families });
  checkWritable(files.flatMap((file) => file ?? []));
  const { input, inForce } = await readStore(options, async (store) => {
    const inForce = calibrationInForce(await store.calibrationLog(bank));
    // Told at once, and not after the work.
    if (accept && options.calibration !== CURRENT && options.calibration !== inForce)
      fail('OPTIONS_CONFLICT', {
        options: `--calibration ${options.calibration}, --accept`,
        reason: `${inForce === null ? 'no calibration is in force' : `calibration ${inForce} is in force`}, and a refresh is only accepted where the calibration that it refreshes is. Leave out --accept, or first run: thetarank calibrate accept ${options.calibration}${databaseOf(options)}`,
      });
    const input = await span('read', {}, () =>
      readRefresh(store, bank, {
        calibration: options.calibration,
        method: options.method,
        alpha: options.alpha,
        correction: options.correction,
        ...(families !== undefined && {
          familiesOf: (examinees: readonly string[]) => readFamilies(families, examinees),
        }),
      }),
    );
    return { input, inForce };
  });
  noteAlike(input.collected.matrix.examinees);
  const progress = shownSteps();
  const found = await endedWork(
    () => computeRefresh(input, workers, ({ step, share }) => progress.at(step, share)),
    () => progress.stop(),
    'Interrupted: nothing was kept.',
  );
  const isSame = changesNothing(found.report);
  const kept = dryRun || isSame ? null : await keep(found, options);
  const next = nextSteps(found, kept, inForce, options);
  await printedAnyway(
    () => writeFiles(found, options, next, words),
    (written) => {
      if (options.json === true) {
        const accepted = kept?.accepted ?? false;
        const data = { calibration: kept?.number ?? null, accepted, changed: !isSame };
        const all = { ...data, ...found.report, written: written ?? {} };
        console.log(JSON.stringify(all, null, 2));
        return;
      }
      const places = Object.entries(written ?? {}).map(
        ([name, file]) => `Written (${name}): ${file}`,
      );
      const warnings =
        kept === null
          ? []
          : promotionWarning(kept.effect, options.bank, {
              isDone: false,
              database: databaseOf(options),
            });
      const none =
        options.retirements !== undefined && found.report.retirements.length === 0
          ? [`No retirements are proposed, so ${options.retirements} was not written.`]
          : [];
      printText(
        [
          refreshText(found.report),
          '',
          ...places,
          ...none,
          next.done,
          ...warnings,
          `Next: ${next.next}`,
        ].join('\n'),
      );
    },
  );
  if (found.report.warnings.some(({ kind }) => kind === 'not-converged'))
    process.exitCode = NOT_CONVERGED;
}

interface KeptProposal {
  readonly number: number;
  readonly isKnown: boolean;
  readonly accepted: boolean;
  /** Of a promotion of the pretest items that are ready. */
  readonly effect: PromotionEffect;
}

/** Keeps the proposal, and accepts it where that is asked for: the proposal first, so that a break in between changes nothing. */
async function keep(found: Refresh, options: RefreshCommandOptions): Promise<KeptProposal> {
  const { bank, accept = false, reviewer = userInfo().username } = options;
  return withStore(options, async (store) => {
    const { number, isKnown } = await span('keep', {}, () =>
      keepRefresh(store, found, new Date().toISOString()),
    );
    // A refresh that was interrupted after its last step is accepted already.
    if (accept && calibrationInForce(await store.calibrationLog(bank)) !== number)
      await store.acceptCalibration(bank, number, { by: reviewer, at: new Date().toISOString() });
    const ready = refreshSummary(found.report).pretest.filter(({ isReady }) => isReady);
    const items = ready.map(({ item }) => item);
    const effect = await promotionEffect(store, bank, items);
    return { number, isKnown, accepted: accept, effect };
  });
}

async function writeFiles(
  { report }: Refresh,
  options: RefreshCommandOptions,
  next: NextSteps,
  words: Words,
) {
  const { out, modelsOut, retirements, html } = options;
  const write = async (file: string | undefined, text: () => string | Promise<string>) => {
    if (file !== undefined) writeFileWhole(file, await text());
  };
  await write(out, () => itemsCsv(report));
  await write(modelsOut, () => modelsCsv(report));
  // A review without decisions could not be imported.
  const hasRetirements = report.retirements.length > 0;
  if (hasRetirements) await write(retirements, () => retirementsCsv(report));
  await write(html, () => refreshPage(report, next.next, words));
  return present({
    items: out,
    models: modelsOut,
    retirements: hasRetirements ? retirements : undefined,
    page: html,
  });
}

interface NextSteps {
  /** What was kept. */
  readonly done: string;
  readonly next: string;
}

function nextSteps(
  { report }: Refresh,
  kept: KeptProposal | null,
  inForce: number | null,
  options: RefreshCommandOptions,
): NextSteps {
  const { bank, retirements } = options;
  const isPretestReady = refreshSummary(report).pretest.some(({ isReady }) => isReady);
  const database = databaseOf(options);
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

function shownSteps() {
  const bar = progressBar();
  let done = 0;
  bar.start(FINE * REFRESH_STEPS.length, STEP_WORDS[REFRESH_STEPS[0]]);
  return {
    at(step: RefreshStep, share: number) {
      const reached = Math.floor(FINE * (REFRESH_STEPS.indexOf(step) + Math.min(1, share)));
      for (; done < reached; done++) bar.advance(STEP_WORDS[step]);
    },
    stop: () => bar.stop(),
  };
}

function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value < 1))
    throw new InvalidArgumentError('Accepted: a number between 0 and 1, such as 0.05.');
  return value;
}
