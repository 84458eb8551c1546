import { availableParallelism } from 'node:os';
import { fail } from '../../../errors.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { readResponses } from '../../../files/responses/read-responses.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import {
  answerDoubts,
  doubtTexts,
  type ExamineeDoubt,
  recordDoubts,
} from '../../../scoring/doubts/examinee-doubts.ts';
import { alikeText } from '../../../text/same-name.ts';
import { span } from '../../../tracing/span.ts';
import type { FitRequest } from '../../../workflow/calibration/fit-request.ts';
import type { Fitted } from '../../../workflow/calibration/fit-result.ts';
import { fitOnThread } from '../../../workflow/calibration/fit-thread.ts';
import { bankAnswers, type KeptFit, keepFit } from '../../../workflow/calibration/keep-fit.ts';
import { NOT_CONVERGED } from '../../exit-codes.ts';
import { type Context, operation } from '../../operation.ts';
import { parametersCsv } from '../parameters-csv.ts';
import { type CategoryFit, fitOfCategories, isCategoryModel } from './category-fit.ts';
import { categoryCsv, categoryReport, categorySummary } from './category-report.ts';
import { type FitOptions, fitOptions } from './options.ts';
import { type Quality, qualityOf } from './quality.ts';
import { fitReport, fitSummary, fitWarnings } from './report.ts';

/** A fit to right and wrong answers. */
export interface BinaryFit {
  readonly matrix: ResponseMatrix;
  readonly fitted: Fitted;
  readonly quality: Quality;
  readonly doubts: readonly ExamineeDoubt[];
  /** Items of the bank that are left out, because no model has answered them; null without a bank. */
  readonly unanswered: readonly string[] | null;
  /** Null where it was not kept. */
  readonly kept: KeptFit | null;
  readonly seconds: number;
}

type Result = BinaryFit | CategoryFit;

const isBinary = (result: Result): result is BinaryFit => 'matrix' in result;

/** Item parameters from recorded answers. */
export const calibrateFit = operation({
  name: 'calibrate fit',
  summary:
    'Fit Rasch, 2PL, 3PL or 4PL parameters, or those of items with several categories: graded scores (graded, gpcm, beta, or auto, which compares them on left-out examinees) and chosen options (nominal). With 200 examinees or more: marginal maximum a posteriori with given priors. With fewer (2pl and 3pl): priors are learned from the data, and cross-validation chooses how much to learn about each item. Setting any prior turns learned priors off.',
  help: `
Examples:
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --out parameters.csv
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --prior-a lognormal:0:0.5 --prior-c beta:5:17 --quadrature 61 --out parameters.csv --json
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --slopes any --out parameters.csv
  thetarank calibrate fit --responses answers.csv --options 5 --priors empirical --out parameters.csv
  thetarank calibrate fit --responses graded.csv --irt-model auto --out parameters.csv
  thetarank calibrate fit --choices choices.csv --keys keys.csv --irt-model nominal --out parameters.csv
  thetarank calibrate fit --bank my-bank --keep`,
  options: fitOptions,
  database: 'existing',
  outputs: ['json'],
  run: (given, context): Promise<Result> =>
    isCategoryModel(given.irtModel) ? fitOfCategories(given, context) : fit(given, context),
  json: (result, given) =>
    isBinary(result) ? fitSummary(result, given) : categorySummary(result, given),
  exitCode: (result) =>
    (isBinary(result) ? result.fitted.converged : result.fitted.fit.converged) ? 0 : NOT_CONVERGED,
  report: (result, reading) =>
    isBinary(result) ? fitReport(result, reading) : categoryReport(result, reading),
  async write(result, { options: { out } }) {
    if (out !== undefined)
      writeFileWhole(out, isBinary(result) ? binaryCsv(result) : categoryCsv(result));
    return [];
  },
});

const binaryCsv = ({ matrix: { items }, fitted }: BinaryFit) =>
  parametersCsv(items, fitted.parameters, fitted.errors, fitted.errorMethod, fitted.flags);

async function fit(given: FitOptions, context: Context): Promise<BinaryFit> {
  refuseCategories(given);
  checkPlaces(given);
  const { responses, bank, workers = Math.min(4, availableParallelism()) } = given;
  const kept =
    bank === undefined
      ? null
      : await span('read', {}, () => context.store((store) => bankAnswers(store, bank)));
  const read = kept ?? span('read', {}, () => readResponses(responses!));
  const { matrix } = read;
  const alike = alikeText(matrix.examinees);
  if (alike !== null) context.note(alike);
  const families =
    given.families === undefined ? read.families : readFamilies(given.families, matrix.examinees);
  const started = performance.now();
  const fitted = await span('calibrate', {}, () =>
    fitOnThread(matrix, families, { ...given, optionCounts: kept?.optionCounts } as FitRequest, {
      workers,
      watch: context.fit,
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const calibration =
    kept !== null && given.keep
      ? await span('keep', {}, () =>
          context.store((store) => keepFit(store, bank!, kept, fitted, given.seed)),
        )
      : null;
  const known = kept?.doubts ?? recordDoubts(read);
  const result: BinaryFit = {
    ...{ matrix, fitted, seconds },
    quality: qualityOf(matrix, fitted),
    doubts: [...known, ...answerDoubts({ matrix })],
    unanswered: kept?.unanswered ?? null,
    kept: calibration,
  };
  const warnings = [...fitWarnings(result, given), ...doubtTexts(result.doubts, 'fitted')];
  for (const warning of warnings) context.note(warning);
  return result;
}

/** @throws OPTIONS_CONFLICT for options of items with several categories */
function refuseCategories({ irtModel, ...given }: FitOptions): void {
  for (const option of ['choices', 'keys', 'scoreLevels'] as const)
    if (given[option] !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: `irtModel, ${option}`,
        reason: `is for items with several categories, and not for ${irtModel}; add --irt-model ${option === 'scoreLevels' ? 'auto' : 'nominal'}.`,
      });
}

/** Answers come from one place, and parameters go to one at least. @throws OPTIONS_CONFLICT */
function checkPlaces({ bank, responses, out, keep }: FitOptions): void {
  const refuse = (options: string, reason: string) => fail('OPTIONS_CONFLICT', { options, reason });
  if ((bank === undefined) === (responses === undefined))
    refuse(
      'responses, bank',
      `${bank === undefined ? 'add one of them' : 'use only one of them'}.`,
    );
  if (keep && bank === undefined)
    refuse('keep', 'only works with --bank, which keeps the calibration.');
  if (out === undefined && !keep)
    refuse('out', 'choose where to write the parameters: --out FILE, or --bank NAME --keep.');
}
