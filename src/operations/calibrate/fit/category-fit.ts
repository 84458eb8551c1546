import type { PolytomousPriors } from '../../../../calibration/polytomous/priors.ts';
import { fail } from '../../../errors.ts';
import { readKeys } from '../../../files/items/read-keys.ts';
import { readChoiceTable } from '../../../files/responses/choice-table.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { readResponses } from '../../../files/responses/read-responses.ts';
import {
  answerDoubts,
  doubtTexts,
  type ExamineeDoubt,
} from '../../../scoring/doubts/examinee-doubts.ts';
import {
  CATEGORY_MODELS,
  type CategoryAnswers,
  type CategoryFitted,
  type CategoryModel,
  fitCategories,
  gradesOf,
  optionsOf,
} from '../../../workflow/calibration/fit-categories.ts';
import { bankAnswers } from '../../../workflow/calibration/keep-fit.ts';
import type { Context } from '../../operation.ts';
import { categoryWarnings } from './category-report.ts';
import type { FitOptions } from './options.ts';

/** A fit to answers in several categories: graded scores, or the options that were chosen. */
export interface CategoryFit {
  readonly answers: CategoryAnswers;
  readonly fitted: CategoryFitted;
  readonly doubts: readonly ExamineeDoubt[];
  readonly seconds: number;
}

/** Whether a model is one of items with several categories. */
export function isCategoryModel(model: string): model is CategoryModel {
  return (CATEGORY_MODELS as readonly string[]).includes(model);
}

/** @throws OPTIONS_CONFLICT, and what is wrong with files */
export async function fitOfCategories(given: FitOptions, context: Context): Promise<CategoryFit> {
  const { irtModel, priorA, seed, quadrature, maxIterations, convergence } = given;
  checkOptions(given);
  const { answers, families } = await readAnswers(given, context);
  const started = performance.now();
  const fitted = fitCategories(
    answers,
    families,
    {
      ...{ model: irtModel as CategoryModel, quadrature, maxIterations, seed },
      priorA: priorA as PolytomousPriors['slope'] | undefined,
      tolerance: convergence,
    },
    context.fit(),
  );
  const seconds = (performance.now() - started) / 1000;
  const doubts = doubtsOf(answers, fitted);
  const warnings = [...doubtTexts(doubts, 'fitted'), ...categoryWarnings(fitted)];
  for (const warning of warnings) context.note(warning);
  return { answers, fitted, doubts, seconds };
}

/** Categories of nominal items have no order, so nobody answers them backwards. */
function doubtsOf({ matrix }: CategoryAnswers, { model }: CategoryFitted): ExamineeDoubt[] {
  const isOrdered = model !== 'nominal';
  const scores = Float32Array.from(matrix.answers, (answer, at) => {
    if (answer < 0) return Number.NaN;
    return isOrdered ? answer / (matrix.categories[at % matrix.items.length] - 1) : answer;
  });
  const doubts = answerDoubts({ matrix: { ...matrix, scores } });
  return doubts.filter(({ kind }) => isOrdered || kind !== 'backwards');
}

async function readAnswers(
  options: FitOptions,
  { store }: Context,
): Promise<{ answers: CategoryAnswers; families: readonly string[] | null }> {
  const { bank, responses, choices, keys, scoreLevels } = options;
  if (choices !== undefined)
    return { answers: optionsOf(readChoiceTable(choices), readKeys(keys!), keys!), families: null };
  const { matrix, families } =
    bank === undefined ? readResponses(responses!) : await store((open) => bankAnswers(open, bank));
  return {
    answers: gradesOf(matrix, scoreLevels),
    families:
      options.families === undefined ? families : readFamilies(options.families, matrix.examinees),
  };
}

/** Options of right and wrong answers. */
const OTHERS = [
  ...(['itemsFile', 'options', 'priors', 'priorB', 'priorC', 'priorD'] as const),
  ...(['fixed', 'groups', 'rung', 'check'] as const),
] as const;

/** @throws OPTIONS_CONFLICT for options that these models do not have, or that are missing */
function checkOptions(options: FitOptions): void {
  const { irtModel, keep, out, bank, responses, choices, keys, scoreLevels } = options;
  const refuse = (names: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: names, reason });
  const others = [
    ...OTHERS.filter((name) => options[name] !== undefined),
    ...(options.method === 'auto' ? [] : ['method']),
    ...(options.slopes === 'positive' ? [] : ['slopes']),
    ...(options.abilityDistribution === 'normal' ? [] : ['abilityDistribution']),
  ];
  if (others.length > 0)
    refuse(
      `irtModel, ${others[0]}`,
      `this option is for models of right and wrong answers, and not for ${irtModel}; leave it out.`,
    );
  if (keep)
    refuse(
      'irtModel, keep',
      'a calibration of the database has a, b, c and d of each item; write these parameters to a file (--out) and read them with thetarank score.',
    );
  if (out === undefined) refuse('out', 'choose where to write the parameters: --out FILE.');
  const isNominal = irtModel === 'nominal';
  if (isNominal !== (choices !== undefined))
    refuse(
      isNominal ? 'irtModel' : 'irtModel, choices',
      isNominal
        ? 'nominal is fitted to the options that were chosen: add --choices FILE --keys FILE.'
        : 'only --irt-model nominal is fitted to chosen options.',
    );
  if (isNominal && (keys === undefined || responses !== undefined || bank !== undefined))
    refuse(
      'choices',
      keys === undefined
        ? 'needs the right options: add --keys FILE.'
        : 'takes the place of --responses and --bank; leave them out.',
    );
  if (!isNominal && keys !== undefined) refuse('keys', 'only works with --irt-model nominal.');
  if (isNominal && scoreLevels !== undefined)
    refuse('irtModel, scoreLevels', 'options have no levels; leave --score-levels out.');
  if (!isNominal && (bank === undefined) === (responses === undefined))
    refuse(
      'responses, bank',
      `${bank === undefined ? 'add one of them' : 'use only one of them'}.`,
    );
  if (options.families !== undefined && irtModel !== 'auto')
    refuse(
      'irtModel, families',
      'only --irt-model auto leaves out families; leave --families out.',
    );
  if (irtModel === 'nominal' && options.priorA?.family === 'lognormal')
    refuse('priorA', 'slopes of options have the sum 0; use normal:MEAN:SD or none.');
}
