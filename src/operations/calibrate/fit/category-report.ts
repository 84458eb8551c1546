import { DEFAULT_POLYTOMOUS_PRIORS } from '../../../../calibration/polytomous/priors.ts';
import { categoryParametersCsv } from '../../../files/items/write-category-parameters.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import type { Told } from '../../../report/document.ts';
import { shellWord } from '../../../shell-word.ts';
import type { CategoryFitted } from '../../../workflow/calibration/fit-categories.ts';
import { priorText } from '../../../workflow/calibration/prior-text.ts';
import { someOf } from '../../../workflow/calibration/refresh/refresh-words.ts';
import { familiesText } from '../../../workflow/families-text.ts';
import { levelsText } from '../../graded-notes.ts';
import type { Reading } from '../../operation.ts';
import type { CategoryFit } from './category-fit.ts';
import type { FitOptions } from './options.ts';

const ERRORS = {
  joint: 'Standard errors: joint, from the information of all parameters together.',
  blockwise:
    'Standard errors: blockwise, for each item as if the others were known exactly. They are too small: treat them as lower bounds.',
} as const;

/** What `--json` prints. */
export function categorySummary(
  { answers, fitted, doubts, seconds }: CategoryFit,
  { priorA }: Pick<FitOptions, 'priorA'>,
) {
  const { matrix, constants, leftOut, isRounded } = answers;
  const { fit, model, choice, merged } = fitted;
  const usual = DEFAULT_POLYTOMOUS_PRIORS[model];
  return {
    model,
    examinees: matrix.examinees.length,
    items: matrix.items.length,
    categories: Math.max(...matrix.categories),
    levels: model === 'nominal' ? null : answers.categories[0].map(Number),
    rounded: isRounded,
    logLikelihood: fit.logLikelihood,
    logPosterior: fit.logPosterior,
    freeParameters: fit.freeParameters,
    iterations: fit.iterations,
    converged: fit.converged,
    seconds,
    quadrature: fit.quadrature,
    priors: {
      slope: priorText(priorA ?? usual.slope, fit.priorUnit),
      intercept: priorText(usual.intercept),
    },
    standardErrors: fit.errorMethod,
    heldOut:
      choice === null
        ? null
        : {
            isClear: choice.isClear,
            folds: choice.folds,
            families: choice.families,
            models: choice.candidates,
          },
    ...{ merged, doubts, constants, leftOut },
  };
}

/** What a reader of the parameters should know. */
export function categoryWarnings({ fit }: CategoryFitted): string[] {
  return [
    ...(fit.quadrature.isCoarse
      ? [
          `warning: ${fit.quadrature.nodes} nodes are too coarse for these items and examinees: leave --quadrature out, or set a tighter --prior-a.`,
        ]
      : []),
    ...(fit.converged
      ? []
      : [
          `warning: not converged after ${fit.iterations} rounds; the parameters are written as they are now. Raise --max-iterations, or set a tighter --prior-a.`,
        ]),
  ];
}

export function categoryCsv({ fitted: { parameters, fit } }: CategoryFit): string {
  return categoryParametersCsv(parameters, fit.errorMethod);
}

/** What was fitted. */
export function categoryReport(result: CategoryFit, { options }: Reading<FitOptions>): Told {
  const summary = categorySummary(result, options);
  const { model, levels, rounded, heldOut, merged, constants, leftOut, priors } = summary;
  const lines = [
    levels === null
      ? `Categories: the options that were chosen, at most ${summary.categories} per item; the key counts 1, the others 0.`
      : `Categories: ${plural(levels.length, 'level')} of the scores (${levelsText(levels)})${rounded ? '; other scores are rounded to these, and a category counts the mean of its scores' : ''}.`,
  ];
  if (heldOut !== null)
    lines.push(
      `Model: ${model} is ${heldOut.isClear ? '' : 'not '}clearly better than the others. Log-likelihood per answer of left-out families (${heldOut.folds} folds): ${heldOut.models.map(candidateText).join('; ')}.`,
      familiesText(heldOut.families),
    );
  lines.push(
    `Log-likelihood ${decimal(summary.logLikelihood, 2)}, log-posterior ${decimal(summary.logPosterior, 2)}, ${plural(summary.freeParameters, 'parameter')}.`,
    `Priors: slope ${priors.slope}${model === 'nominal' ? `, intercept ${priors.intercept}` : ''}.`,
  );
  if (summary.standardErrors !== null) lines.push(ERRORS[summary.standardErrors]);
  if (merged.length > 0)
    lines.push(
      `${plural(merged.length, 'item')} with categories in which there is no answer, which are removed: ${someOf(merged.map(({ item }) => item))}.`,
    );
  if (constants.length > 0)
    lines.push(
      `${plural(constants.length, 'item')} without parameters, because all answers are in one category: ${someOf(constants.map(({ item }) => item))}. They say nothing of ability, and predicted scores count them as these answers.`,
    );
  if (leftOut.length > 0)
    lines.push(
      `${plural(leftOut.length, 'item')} without answers, which ${leftOut.length === 1 ? 'is' : 'are'} left out: ${someOf(leftOut)}.`,
    );
  const file = options.responses ?? options.choices ?? 'FILE';
  return {
    lead: `${model} on ${count(summary.examinees)} examinees × ${count(summary.items)} items: ${summary.converged ? 'converged' : 'NOT converged'} after ${summary.iterations} rounds, ${decimal(summary.seconds, 1)} s.`,
    sections: [{ paragraphs: lines }],
    next: summary.converged
      ? `thetarank score --parameters ${shellWord(options.out ?? 'FILE')} --responses ${shellWord(file)}`
      : `do not score with these parameters yet. Fit again with --max-iterations ${Math.max(1000, 4 * options.maxIterations)}, or with a tighter prior (--prior-a).`,
  };
}

function candidateText({
  model,
  perAnswer,
  below,
  belowError,
}: NonNullable<CategoryFitted['choice']>['candidates'][number]): string {
  const own = `${model} ${decimal(perAnswer, 4)}`;
  return below === 0
    ? own
    : `${own} (${decimal(below, 1)} ± ${decimal(belowError, 1)} lower in all)`;
}
