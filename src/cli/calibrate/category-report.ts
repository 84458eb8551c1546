import { DEFAULT_POLYTOMOUS_PRIORS } from '../../../calibration/polytomous/priors.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { Families } from '../../ranking/families.ts';
import { answerDoubts, doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import type { CategoryAnswers, CategoryFitted } from '../../workflow/calibration/fit-categories.ts';
import { priorText } from '../../workflow/calibration/prior-text.ts';
import { someOf } from '../../workflow/calibration/refresh/refresh-words.ts';
import { familiesText } from '../../workflow/families-text.ts';
import { levelsText } from '../graded-notes.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import type { FitOptions } from './fit-options.ts';

const ERRORS = {
  joint: 'Standard errors: joint, from the information of all parameters together.',
  blockwise:
    'Standard errors: blockwise, for each item as if the others were known exactly. They are too small: treat them as lower bounds.',
} as const;

interface ReportOptions
  extends Pick<FitOptions, 'json' | 'responses' | 'choices' | 'priorA' | 'maxIterations'> {
  readonly out: string | undefined;
}

/** Prints what was fitted, as text or JSON, and warns about what is left out or has not converged. */
export function categoryReport(
  answers: CategoryAnswers,
  fitted: CategoryFitted,
  options: ReportOptions,
  seconds: number,
): void {
  const { matrix, constants, leftOut, isRounded } = answers;
  const { fit, model, choice, merged } = fitted;
  const usual = DEFAULT_POLYTOMOUS_PRIORS[model];
  const most = Math.max(...matrix.categories);
  // Categories of nominal items have no order.
  const isOrdered = model !== 'nominal';
  const scores = Float32Array.from(matrix.answers, (answer, at) => {
    if (answer < 0) return Number.NaN;
    return isOrdered ? answer / (matrix.categories[at % matrix.items.length] - 1) : answer;
  });
  const doubts = answerDoubts({ matrix: { ...matrix, scores } }).filter(
    ({ kind }) => isOrdered || kind !== 'backwards',
  );
  const summary = {
    model,
    examinees: matrix.examinees.length,
    items: matrix.items.length,
    categories: most,
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
      slope: priorText(options.priorA ?? usual.slope, fit.priorUnit),
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
    merged,
    doubts,
    constants,
    leftOut,
    out: options.out ?? null,
  };
  if (options.json) console.log(JSON.stringify(summary, null, 2));
  else printText(textOf(summary, options));
  for (const text of doubtTexts(doubts, 'fitted')) printNote(text);
  if (fit.quadrature.isCoarse)
    printNote(
      `warning: ${fit.quadrature.nodes} nodes are too coarse for these items and examinees: leave --quadrature out, or set a tighter --prior-a.`,
    );
  if (!fit.converged)
    printNote(
      `warning: not converged after ${fit.iterations} rounds; the parameters are written as they are now. Raise --max-iterations, or set a tighter --prior-a.`,
    );
}

interface Summary {
  readonly model: string;
  readonly examinees: number;
  readonly items: number;
  readonly categories: number;
  readonly levels: readonly number[] | null;
  readonly rounded: boolean;
  readonly logLikelihood: number;
  readonly logPosterior: number;
  readonly freeParameters: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly seconds: number;
  readonly priors: { readonly slope: string; readonly intercept: string };
  readonly standardErrors: keyof typeof ERRORS | null;
  readonly heldOut: {
    readonly isClear: boolean;
    readonly folds: number;
    readonly families: Pick<Families, 'source' | 'count'>;
    readonly models: NonNullable<CategoryFitted['choice']>['candidates'];
  } | null;
  readonly merged: CategoryFitted['merged'];
  readonly constants: CategoryAnswers['constants'];
  readonly leftOut: readonly string[];
  readonly out: string | null;
}

function textOf(summary: Summary, options: ReportOptions): string {
  const { model, levels, rounded, heldOut, merged, constants, leftOut, out, priors } = summary;
  const lines = [
    `${model} on ${count(summary.examinees)} examinees × ${count(summary.items)} items: ${summary.converged ? 'converged' : 'NOT converged'} after ${summary.iterations} rounds, ${decimal(summary.seconds, 1)} s.`,
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
  if (out !== null) lines.push(`Parameters written to ${out}.`);
  const file = options.responses ?? options.choices;
  lines.push(
    summary.converged
      ? `Next: thetarank score --parameters ${shellWord(out ?? 'FILE')} --responses ${shellWord(file ?? 'FILE')}`
      : `Next: do not score with these parameters yet. Fit again with --max-iterations ${Math.max(1000, 4 * options.maxIterations)}, or with a tighter prior (--prior-a).`,
  );
  return lines.join('\n');
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
