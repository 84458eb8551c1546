import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { checkWritable } from '../../files/write/write.ts';
import { NOT_CONVERGED } from '../../operations/exit-codes.ts';
import { recordDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { span } from '../../tracing/span.ts';
import { fitOnThread } from '../../workflow/calibration/fit-thread.ts';
import { bankAnswers, keepFit } from '../../workflow/calibration/keep-fit.ts';
import { readStore, withStore } from '../options/database-option.ts';
import { keepInputs } from '../options/options.ts';
import { noteAlike } from '../output/alike-note.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { convergenceProgress } from '../output/progress.ts';
import { endedWork } from '../output/shown-work.ts';
import { report, writeParameters } from './calibrate-report.ts';
import { isCategoryModel, runCategoryFit } from './fit-categories.ts';
import { addFitOptions, type FitOptions } from './fit-options.ts';
import { givenFamilies } from './given-families.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --out parameters.csv
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --prior-a lognormal:0:0.5 --prior-c beta:5:17 --quadrature 61 --out parameters.csv --json
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --slopes any --out parameters.csv
  thetarank calibrate fit --responses answers.csv --options 5 --priors empirical --out parameters.csv
  thetarank calibrate fit --responses graded.csv --irt-model auto --out parameters.csv
  thetarank calibrate fit --choices choices.csv --keys keys.csv --irt-model nominal --out parameters.csv
  thetarank calibrate fit --bank my-bank --keep`;

/** `thetarank calibrate fit`: item parameters from recorded answers. */
export function addFitCommand(calibrate: Command): void {
  const fit = calibrate
    .command('fit')
    .description(
      'Fit Rasch, 2PL, 3PL or 4PL parameters, or those of items with several categories: graded scores (graded, gpcm, beta, or auto, which compares them on left-out examinees) and chosen options (nominal). With 200 examinees or more: marginal maximum a posteriori with given priors. With fewer (2pl and 3pl): priors are learned from the data, and cross-validation chooses how much to learn about each item. Setting any prior turns learned priors off.',
    );
  addFitOptions(fit).addHelpText('after', EXAMPLES).action(runFit);
}

async function runFit(options: FitOptions): Promise<void> {
  if (isCategoryModel(options.irtModel)) return runCategoryFit(options);
  refuseCategories(options);
  const { out, bank, keep = false, workers } = options;
  checkPlaces(options);
  keepInputs(out, options);
  if (out !== undefined) checkWritable([out]);
  const kept =
    bank === undefined
      ? null
      : await span('read', {}, () => readStore(options, (store) => bankAnswers(store, bank)));
  const read = kept ?? span('read', {}, () => readResponses(options.responses!));
  const { matrix, families: recorded } = read;
  const doubts = kept?.doubts ?? recordDoubts(read);
  noteAlike(matrix.examinees);
  const families = givenFamilies(options, matrix, recorded);
  const started = performance.now();
  const progress = convergenceProgress();
  const fitted = await endedWork(
    () =>
      span('calibrate', {}, () =>
        fitOnThread(matrix, families, options, { workers, watch: () => progress }),
      ),
    () => progress.stop(),
    'Interrupted: nothing was written.',
  );
  const seconds = (performance.now() - started) / 1000;
  const calibration =
    keep && kept !== null
      ? await span('keep', {}, () =>
          withStore(options, (store) => keepFit(store, bank!, kept, fitted, options.seed)),
        )
      : null;
  const write = () => {
    if (out === undefined) return undefined;
    writeParameters(out, matrix.items, fitted);
    return out;
  };
  await printedAnyway(write, (written) =>
    report(
      matrix,
      {
        ...options,
        out: written ?? undefined,
        kept: calibration,
        unanswered: kept?.unanswered ?? [],
        doubts,
      },
      fitted,
      seconds,
    ),
  );
  if (!fitted.converged) process.exitCode = NOT_CONVERGED;
}

/** @throws OPTIONS_CONFLICT for options of items with several categories */
function refuseCategories({ choices, keys, scoreLevels, irtModel }: FitOptions): void {
  const found = Object.entries({
    '--choices': choices,
    '--keys': keys,
    '--score-levels': scoreLevels,
  });
  for (const [option, value] of found)
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: `--irt-model ${irtModel}, ${option}`,
        reason: `is for items with several categories; add --irt-model ${option === '--score-levels' ? 'auto' : 'nominal'}.`,
      });
}

/** Answers come from one place, and parameters go to one at least. @throws OPTIONS_CONFLICT */
function checkPlaces({ bank, responses, out, keep = false }: FitOptions): void {
  const refuse = (options: string, reason: string) => fail('OPTIONS_CONFLICT', { options, reason });
  if ((bank === undefined) === (responses === undefined))
    refuse(
      '--responses, --bank',
      `${bank === undefined ? 'add one of them' : 'use only one of them'}.`,
    );
  if (keep && bank === undefined)
    refuse('--keep', 'only works with --bank, which keeps the calibration.');
  if (out === undefined && !keep)
    refuse('--out', 'choose where to write the parameters: --out FILE, or --bank NAME --keep.');
}
