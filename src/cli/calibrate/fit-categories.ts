import type { PolytomousPriors } from '../../../calibration/polytomous/priors.ts';
import { fail } from '../../errors.ts';
import { readKeys } from '../../files/items/read-keys.ts';
import { categoryParametersCsv } from '../../files/items/write-category-parameters.ts';
import { readChoiceTable } from '../../files/responses/choice-table.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { NOT_CONVERGED } from '../../operations/exit-codes.ts';
import {
  CATEGORY_MODELS,
  type CategoryAnswers,
  type CategoryModel,
  fitCategories,
  gradesOf,
  optionsOf,
} from '../../workflow/calibration/fit-categories.ts';
import { bankAnswers } from '../../workflow/calibration/keep-fit.ts';
import { readStore } from '../options/database-option.ts';
import { keepInputs } from '../options/options.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { convergenceProgress } from '../output/progress.ts';
import { categoryReport } from './category-report.ts';
import type { FitOptions } from './fit-options.ts';
import { givenFamilies } from './given-families.ts';

/** Whether a model is one of items with several categories. */
export function isCategoryModel(model: string): model is CategoryModel {
  return (CATEGORY_MODELS as readonly string[]).includes(model);
}

/** `thetarank calibrate fit` for items with several categories: graded scores, or the options that were chosen. */
export async function runCategoryFit(options: FitOptions): Promise<void> {
  const { out, irtModel, priorA, seed, quadrature, maxIterations } = options;
  const model = irtModel as CategoryModel;
  checkOptions(options);
  keepInputs(out, options);
  checkWritable([out!]);
  const { answers, families } = await readAnswers(options);
  const started = performance.now();
  const progress = convergenceProgress();
  const fitted = (() => {
    try {
      return fitCategories(
        answers,
        families,
        {
          ...{ model, quadrature, maxIterations, seed },
          priorA: priorA as PolytomousPriors['slope'] | undefined,
          tolerance: options.convergence,
        },
        progress,
      );
    } finally {
      progress.stop();
    }
  })();
  const seconds = (performance.now() - started) / 1000;
  const write = () => {
    writeFileWhole(out!, categoryParametersCsv(fitted.parameters, fitted.fit.errorMethod));
    return out!;
  };
  await printedAnyway(write, (written) =>
    categoryReport(answers, fitted, { ...options, out: written ?? undefined }, seconds),
  );
  if (!fitted.fit.converged) process.exitCode = NOT_CONVERGED;
}

async function readAnswers(
  options: FitOptions,
): Promise<{ answers: CategoryAnswers; families: readonly string[] | null }> {
  const { bank, responses, choices, keys, scoreLevels } = options;
  if (choices !== undefined)
    return { answers: optionsOf(readChoiceTable(choices), readKeys(keys!), keys!), families: null };
  const { matrix, families } =
    bank === undefined
      ? readResponses(responses!)
      : await readStore(options, (store) => bankAnswers(store, bank));
  return {
    answers: gradesOf(matrix, scoreLevels),
    families: givenFamilies(options, matrix, families),
  };
}

/** Options of right and wrong answers, with what they say there. */
const OTHERS = {
  itemsFile: '--items-file',
  options: '--options',
  priors: '--priors',
  priorB: '--prior-b',
  priorC: '--prior-c',
  priorD: '--prior-d',
  fixed: '--fixed',
  groups: '--groups',
  rung: '--rung',
  check: '--check',
} as const;

/** @throws OPTIONS_CONFLICT for options that these models do not have, or that are missing */
function checkOptions(options: FitOptions): void {
  const { irtModel, keep, out, bank, responses, choices, keys, scoreLevels } = options;
  const refuse = (names: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: names, reason });
  const given = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).filter(
    (name) => options[name] !== undefined,
  );
  const others = [
    ...given.map((name) => OTHERS[name]),
    ...(options.method === 'auto' ? [] : ['--method']),
    ...(options.slopes === 'positive' ? [] : ['--slopes']),
    ...(options.abilityDistribution === 'normal' ? [] : ['--ability-distribution']),
  ];
  if (others.length > 0)
    refuse(
      `--irt-model ${irtModel}, ${others[0]}`,
      'this option is for models of right and wrong answers; leave it out.',
    );
  if (keep === true)
    refuse(
      `--irt-model ${irtModel}, --keep`,
      'a calibration of the database has a, b, c and d of each item; write these parameters to a file (--out) and read them with thetarank score.',
    );
  if (out === undefined) refuse('--out', 'choose where to write the parameters: --out FILE.');
  const isNominal = irtModel === 'nominal';
  if (isNominal !== (choices !== undefined))
    refuse(
      isNominal ? '--irt-model nominal' : `--irt-model ${irtModel}, --choices`,
      isNominal
        ? 'is fitted to the options that were chosen: add --choices FILE --keys FILE.'
        : 'only --irt-model nominal is fitted to chosen options.',
    );
  if (isNominal && (keys === undefined || responses !== undefined || bank !== undefined))
    refuse(
      '--choices',
      keys === undefined
        ? 'needs the right options: add --keys FILE.'
        : 'takes the place of --responses and --bank; leave them out.',
    );
  if (!isNominal && keys !== undefined) refuse('--keys', 'only works with --irt-model nominal.');
  if (isNominal && scoreLevels !== undefined)
    refuse(
      '--irt-model nominal, --score-levels',
      'options have no levels; leave --score-levels out.',
    );
  if (!isNominal && (bank === undefined) === (responses === undefined))
    refuse(
      '--responses, --bank',
      `${bank === undefined ? 'add one of them' : 'use only one of them'}.`,
    );
  if (options.families !== undefined && irtModel !== 'auto')
    refuse(
      `--irt-model ${irtModel}, --families`,
      'only --irt-model auto leaves out families; leave --families out.',
    );
  if (irtModel === 'nominal' && options.priorA?.family === 'lognormal')
    refuse('--prior-a lognormal', 'slopes of options have the sum 0; use normal:MEAN:SD or none.');
}
