import type { ItemFlag } from '../../../../calibration/diagnose/item-flags.ts';
import { DEFAULT_PRIORS } from '../../../../calibration/fit/marginal/default-priors.ts';
import { FINEST_NODES, MOST_GRID_ERROR } from '../../../../calibration/fit/marginal/grid-error.ts';
import { hasFractions } from '../../../irt/has-fractions.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import type { Told } from '../../../report/document.ts';
import { shellWord } from '../../../shell-word.ts';
import { distributionSummary } from '../../../workflow/calibration/distribution-summary.ts';
import { fitCriteria } from '../../../workflow/calibration/fit-criteria.ts';
import type { FitMeasures, Fitted } from '../../../workflow/calibration/fit-result.ts';
import { priorText } from '../../../workflow/calibration/prior-text.ts';
import { someOf } from '../../../workflow/calibration/refresh/refresh-words.ts';
import { RUNG_NOTE } from '../../../workflow/calibration/rung-note.ts';
import { flagLines } from '../../flag-lines.ts';
import type { Reading } from '../../operation.ts';
import { distributionLines } from './ability-distribution.ts';
import type { BinaryFit } from './fit.ts';
import type { FitOptions } from './options.ts';
import { qualityFields, qualityLines } from './quality.ts';
import { settleAdvice } from './settle-advice.ts';

/** What `--json` prints. */
export function fitSummary(
  { matrix, fitted, seconds, doubts, quality, kept, unanswered }: BinaryFit,
  { bank }: Pick<FitOptions, 'bank'>,
): object {
  const { marginal, ladder, curves } = fitted;
  const { items, examinees } = matrix;
  return {
    model: fitted.model,
    examinees: examinees.length,
    items: items.length,
    ...fitted.fit,
    iterations: fitted.iterations,
    converged: fitted.converged,
    seconds,
    rung: fitted.rung,
    quadrature: marginal?.quadrature ?? null,
    mode: fitted.mode,
    engine: marginal?.engine ?? 'typescript',
    priors: fitted.priors,
    heldOut: ladder?.scores ?? null,
    standardErrors: fitted.errorMethod,
    undetermined: fitted.undetermined.map((j) => items[j]),
    groups: fitted.groups,
    constantItems: constantItems(items, fitted.flags),
    flagged: flaggedItems(items, fitted.flags),
    curveCheck: curves && {
      tolerance: curves.tolerance,
      largest: curves.largest,
      median: curves.median,
      disagreeing: curves.disagreeing.map((j) => items[j]),
      unsettled: curves.unsettled.map((j) => items[j]),
    },
    guessed: fitted.guessed,
    doubts,
    ...fitCriteria(fitted, matrix),
    abilityDistribution: distributionSummary(marginal, examinees.length),
    ...qualityFields(items, quality),
    ...(kept && { calibration: kept.calibration, alreadyKept: kept.isKnown, bank }),
    ...(unanswered && { unanswered }),
  };
}

/** What a reader of the parameters should know. */
export function fitWarnings(
  { matrix, fitted }: BinaryFit,
  { quadrature }: Pick<FitOptions, 'quadrature'>,
): string[] {
  const { guessed, marginal, converged } = fitted;
  const constant = constantItems(matrix.items, fitted.flags);
  const grid = marginal?.quadrature;
  const isCoarse = grid?.isCoarse ?? false;
  return [
    ...(hasFractions(matrix)
      ? [
          'Scores between 0 and 1 count as shares of a right answer, so log-likelihoods and standard errors are approximate. For a model of such scores: --irt-model auto.',
        ]
      : []),
    ...(constant.length > 0
      ? [
          `warning: ${plural(constant.length, 'item')} answered the same by all examinees that differ in their answers (${constant[0]}${constant.length > 1 ? ', …' : ''}): only the priors determine their parameters. Leave them out, or set --prior-b.`,
        ]
      : []),
    ...(guessed !== null
      ? [
          `warning: guessing of 1 in ${guessed.options} explains these answers better than the prior's, by ${guessed.gain.toFixed(1)} of log-posterior, so slopes and difficulties may be wrong. If the items have ${guessed.options} options, fit again with --options ${guessed.options}. If nothing can be guessed, items that discriminate little look the same: set --prior-c and a lower --prior-a.`,
        ]
      : []),
    ...(grid !== undefined && isCoarse
      ? [
          `warning: ${grid.nodes} nodes are too coarse for these items and examinees: the log-likelihood changes by ${grid.error.toPrecision(2)} when the nodes move by half a step (at most ${MOST_GRID_ERROR} is fine). ${coarseAdvice(quadrature, grid.nodes)}`,
        ]
      : []),
    ...(converged
      ? []
      : [
          `warning: not converged after ${fitted.iterations} rounds (change left: ${fitted.change.toPrecision(2)}); the parameters are written as they are now.${isCoarse ? ' More rounds do not help with these nodes.' : ''}`,
        ]),
  ];
}

const capital = (text: string) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** What to do about nodes that are too coarse. */
function coarseAdvice(quadrature: number | 'auto', nodes: number): string {
  if (quadrature !== 'auto' && nodes < FINEST_NODES)
    return `Leave --quadrature out, or use --quadrature ${Math.min(FINEST_NODES, 2 * nodes - 1)}.`;
  return 'To keep slopes from growing without bound, set a prior of a (--prior-a lognormal:0:0.5); with many items and few examinees use --method integrated.';
}

/** What to do about items that work backwards, besides checking their keys; nothing where it was done. */
function slopesAdvice({ model, rung, parameters }: Fitted): string {
  if (model === 'rasch' || parameters.a.some((a) => a < 0)) return '';
  const how = rung === null ? '--slopes any' : '--priors given --slopes any';
  return `fit again with ${how}, which allows negative slopes`;
}

/** Items whose answers are all right or all wrong. */
function constantItems(
  items: readonly string[],
  flags: readonly (readonly ItemFlag[])[],
): string[] {
  return items.filter((_, j) => flags[j].includes('all-right') || flags[j].includes('all-wrong'));
}

/** The flagged items with their flags. */
function flaggedItems(items: readonly string[], flags: readonly (readonly ItemFlag[])[]) {
  return items.flatMap((item, j) => (flags[j].length > 0 ? [{ item, flags: flags[j] }] : []));
}

/** Priors as text; of many groups the first few. */
function priorsText(priors: Readonly<Record<string, string>>): string {
  const all = Object.entries(priors).map(([name, prior]) => `${name} ${prior}`);
  const shown = all.slice(0, MOST_PRIORS).join(', ');
  return all.length > MOST_PRIORS
    ? `${shown} and ${all.length - MOST_PRIORS} more (--json prints all)`
    : shown;
}

const MOST_PRIORS = 6;

/** The prior to score with, where ability is not N(0, 1). */
function scorePrior({ groups }: Fitted): string {
  if (groups === null) return '';
  if (groups.length > 1) return ' --prior normal:MEAN:SD (of the examinees’ group)';
  return ` --prior normal:${groups[0].mean.toFixed(3)}:${groups[0].sd.toFixed(3)}`;
}

/** −6 as −6, and −5.1804 as −5.18. */
const shortest = (value: number) =>
  Number.isInteger(value) ? decimal(value, 0) : decimal(value, 2);

const ERRORS_TEXT = {
  full: 'Standard errors: full, from the information of all parameters together.',
  expected:
    'Standard errors: joint, from the expected information between items; within 1% of those of the full matrix.',
  blockwise:
    'Standard errors: blockwise, for each item as if the others were known exactly. They are too small: treat them as lower bounds. Scores and rankings do not use them.',
} as const;

/** Items without standard errors; empty if there are none. */
function undeterminedText(items: readonly string[], { undetermined }: Fitted): string {
  const n = undetermined.length;
  if (n === 0) return '';
  return ` ${plural(n, 'item')} ${n === 1 ? 'has' : 'have'} none, because the answers do not determine ${n === 1 ? 'it' : 'them'}: ${someOf(undetermined.map((j) => items[j]))}.`;
}

function measuresText(fit: FitMeasures): string {
  const { logLikelihood, logPosterior, integratedLogLikelihood, curveLogLikelihood } = fit;
  if (logLikelihood !== null && logPosterior !== null)
    return `Log-likelihood ${decimal(logLikelihood, 2)}, log-posterior ${decimal(logPosterior, 2)}`;
  return `Log-likelihood with items integrated out, which this mode maximises: ${decimal(integratedLogLikelihood!, 2)}; of the written curves: ${decimal(curveLogLikelihood!, 2)}. Neither is comparable with the log-likelihood of a marginal fit`;
}

/** That one guessing is expected of all items, because nothing says how many options they have: answers do not tell items that are guessed more often. */
function guessingText({ priors }: Fitted, { priorC, itemsFile, options }: FitOptions): string {
  const isKnown = (priorC ?? itemsFile ?? options) !== undefined;
  if (isKnown || priors.c !== priorText(DEFAULT_PRIORS.c)) return '';
  return ' Guessing is expected near .14 for all items. If they have other or different numbers of options, add --options or --items-file: answers hardly show it.';
}

/** What was fitted. */
export function fitReport(result: BinaryFit, { options, where }: Reading<FitOptions>): Told {
  const { matrix, fitted, quality, kept, unanswered, seconds } = result;
  const { items } = matrix;
  const { aic, bic } = fitCriteria(fitted, matrix);
  const { marginal, ladder } = fitted;
  const lines = [
    marginal === null
      ? 'Mode: integrated (many items per examinee): items integrated out, abilities standardised, priors learned. The parameters are those of the expected curves.'
      : `Mode: marginal, ${marginal.quadrature.nodes} nodes over [${shortest(marginal.quadrature.low)}, ${shortest(marginal.quadrature.high)}], ${marginal.engine}.`,
    `${measuresText(fitted.fit)}${aic === null ? '' : `, AIC ${decimal(aic, 1)}, BIC ${decimal(bic!, 1)}`}.`,
    `Priors: ${priorsText(fitted.priors)}.${guessingText(fitted, options)}`,
    `${ERRORS_TEXT[fitted.errorMethod]}${undeterminedText(items, fitted)}`,
  ];
  if (ladder !== null)
    lines.push(
      `Rung: ${ladder.rung}, chosen by the log-likelihood per answer of left-out examinees: ${ladder.scores.map((s) => `${s.rung} ${decimal(s.heldOut, 5)}`).join(', ')}. A rung says ${RUNG_NOTE}`,
    );
  if (fitted.groups !== null)
    lines.push(
      `Ability: ${fitted.groups.map((g) => `${g.group} ${decimal(g.mean, 3)} ± ${decimal(g.sd, 3)} (mean, standard deviation)`).join(', ')}.`,
    );
  lines.push(...distributionLines(distributionSummary(marginal, matrix.examinees.length)));
  lines.push(...qualityLines(items, quality));
  if (fitted.curves !== null)
    lines.push(
      `Curves fitted again: largest difference ${fitted.curves.largest.toPrecision(2)}, median ${fitted.curves.median.toPrecision(2)}; ${fitted.curves.disagreeing.length} items differ by more than ${fitted.curves.tolerance}, ${fitted.curves.unsettled.length} did not converge.`,
    );
  lines.push(...flagLines(items, fitted.flags, slopesAdvice(fitted)));
  if (unanswered !== null && unanswered.length > 0)
    lines.push(
      `${plural(unanswered.length, 'item')} without recorded answers ${unanswered.length === 1 ? 'has' : 'have'} no parameters: ${someOf(unanswered)}. Tests on this calibration do not ask ${unanswered.length === 1 ? 'it' : 'them'}. Record answers of models to the whole bank: thetarank bank record FILE --to ${options.bank}.`,
    );
  if (kept !== null) lines.push(keptText(kept, options.bank!));
  return {
    lead: `${fitted.model}${fitted.rung === null ? '' : ` (rung ${fitted.rung})`} on ${count(matrix.examinees.length)} examinees × ${count(items.length)} items: ${fitted.converged ? 'converged' : 'NOT converged'} after ${fitted.iterations} rounds, ${decimal(seconds, 1)} s.`,
    sections: [{ paragraphs: lines }],
    next: fitted.converged
      ? nextStep(result, options, where)
      : `do not score with these parameters yet. ${marginal?.quadrature.isCoarse ? 'Fit again as the warning says' : capital(settleAdvice(fitted))}.`,
  };
}

function keptText({ calibration, isKnown }: NonNullable<BinaryFit['kept']>, bank: string): string {
  return isKnown
    ? `Already kept as calibration ${calibration} of ${bank}: the same answers and settings gave the same parameters.`
    : `Kept as calibration ${calibration} of ${bank}. Rankings use it with --calibration ${calibration} only; without that they calibrate on the recorded answers.`;
}

/** What to do with parameters that are settled. */
function nextStep({ kept, fitted }: BinaryFit, options: FitOptions, where: string): string {
  const { out, bank, responses = 'FILE' } = options;
  if (out !== undefined)
    return `thetarank score --parameters ${shellWord(out)} --responses ${shellWord(responses)}${scorePrior(fitted)}; or, to test models with them: thetarank calibrate keep ${shellWord(out)} --bank ${shellWord(bank ?? 'NAME')}${where}`;
  const number = kept?.calibration;
  const test = `thetarank rank --bank ${bank} --calibration ${number} --model NAME@ADDRESS${where}`;
  return kept?.isInForce === true
    ? test
    : `put it in force: thetarank calibrate accept ${number}${where}; or only test with it: ${test}`;
}
