import type { ItemFlag } from '../../../calibration/diagnose/item-flags.ts';
import { FINEST_NODES, MOST_GRID_ERROR } from '../../../calibration/fit/marginal/grid-error.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { hasFractions } from '../../irt/has-fractions.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { parametersCsv } from '../../operations/calibrate/parameters-csv.ts';
import { flagLines } from '../../operations/flag-lines.ts';
import {
  answerDoubts,
  doubtTexts,
  type ExamineeDoubt,
} from '../../scoring/doubts/examinee-doubts.ts';
import { shellWord } from '../../shell-word.ts';
import { distributionSummary } from '../../workflow/calibration/distribution-summary.ts';
import { fitCriteria } from '../../workflow/calibration/fit-criteria.ts';
import type { FitRequest } from '../../workflow/calibration/fit-request.ts';
import type { FitMeasures, Fitted } from '../../workflow/calibration/fit-result.ts';
import type { KeptFit } from '../../workflow/calibration/keep-fit.ts';
import { someOf } from '../../workflow/calibration/refresh/refresh-words.ts';
import { RUNG_NOTE } from '../../workflow/calibration/rung-note.ts';
import { type DatabaseOptions, databaseOf } from '../options/database-option.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { distributionLines } from './ability-distribution.ts';
import { type Quality, qualityFields, qualityLines, qualityOf } from './fit-quality.ts';
import { settleAdvice } from './settle-advice.ts';

/** Writes the parameters with their standard errors, whole or not at all. */
export function writeParameters(file: string, items: readonly string[], fitted: Fitted): void {
  const { parameters, errors, errorMethod, flags } = fitted;
  writeFileWhole(file, parametersCsv(items, parameters, errors, errorMethod, flags));
}

export interface ReportOptions extends FitRequest, DatabaseOptions {
  readonly out?: string | undefined;
  readonly json?: boolean;
  /** Null where it was not kept. */
  readonly kept: KeptFit | null;
  /** Items of the bank that are left out, because no model has answered them. */
  readonly unanswered: readonly string[];
  /** What is known of the examinees from the record. */
  readonly doubts: readonly ExamineeDoubt[];
}

/** Prints what was fitted, as text or JSON, and warns where it has not converged. */
export function report(
  matrix: ResponseMatrix,
  options: ReportOptions,
  fitted: Fitted,
  seconds: number,
): void {
  const { marginal, ladder } = fitted;
  const n = matrix.examinees.length;
  const quality = qualityOf(matrix, fitted);
  const summary = {
    model: fitted.model,
    examinees: n,
    items: matrix.items.length,
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
    undetermined: fitted.undetermined.map((j) => matrix.items[j]),
    groups: fitted.groups,
    constantItems: constantItems(matrix.items, fitted.flags),
    flagged: flaggedItems(matrix.items, fitted.flags),
    curveCheck:
      fitted.curves === null
        ? null
        : {
            tolerance: fitted.curves.tolerance,
            largest: fitted.curves.largest,
            median: fitted.curves.median,
            disagreeing: fitted.curves.disagreeing.map((j) => matrix.items[j]),
            unsettled: fitted.curves.unsettled.map((j) => matrix.items[j]),
          },
    guessed: fitted.guessed,
    doubts: [...options.doubts, ...answerDoubts({ matrix })],
    ...fitCriteria(fitted, matrix),
    abilityDistribution: distributionSummary(marginal, n),
    ...qualityFields(matrix.items, quality),
    out: options.out ?? null,
    ...(options.kept === null
      ? {}
      : {
          calibration: options.kept.calibration,
          alreadyKept: options.kept.isKnown,
          bank: options.bank,
        }),
    ...(options.bank === undefined ? {} : { unanswered: options.unanswered }),
  };
  if (options.json) console.log(JSON.stringify(summary, null, 2));
  else
    printText(
      reportText(matrix.items, { ...summary, quality }, fitted, nextCommand(options, fitted)),
    );
  if (hasFractions(matrix))
    printNote(
      'Scores between 0 and 1 count as shares of a right answer, so log-likelihoods and standard errors are approximate. For a model of such scores: --irt-model auto.',
    );
  const constant = summary.constantItems.length;
  if (constant > 0)
    printNote(
      `warning: ${plural(constant, 'item')} answered the same by all examinees that differ in their answers (${summary.constantItems[0]}${constant > 1 ? ', …' : ''}): only the priors determine their parameters. Leave them out, or set --prior-b.`,
    );
  const { guessed } = fitted;
  for (const text of doubtTexts(summary.doubts, 'fitted')) printNote(text);
  if (guessed !== null)
    printNote(
      `warning: guessing of 1 in ${guessed.options} explains these answers better than the prior's, by ${guessed.gain.toFixed(1)} of log-posterior, so slopes and difficulties may be wrong. If the items have ${guessed.options} options, fit again with --options ${guessed.options}. If nothing can be guessed, items that discriminate little look the same: set --prior-c and a lower --prior-a.`,
    );
  const grid = marginal?.quadrature;
  const isCoarse = grid?.isCoarse ?? false;
  if (grid !== undefined && isCoarse)
    printNote(
      `warning: ${grid.nodes} nodes are too coarse for these items and examinees: the log-likelihood changes by ${grid.error.toPrecision(2)} when the nodes move by half a step (at most ${MOST_GRID_ERROR} is fine). ${coarseAdvice(options.quadrature, grid.nodes)}`,
    );
  if (!fitted.converged)
    printNote(
      `warning: not converged after ${fitted.iterations} rounds (change left: ${fitted.change.toPrecision(2)}); the parameters are written as they are now.${isCoarse ? ' More rounds do not help with these nodes.' : ''}`,
    );
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

function reportText(
  items: readonly string[],
  summary: {
    seconds: number;
    abilityDistribution: ReturnType<typeof distributionSummary>;
    quality: Quality;
    out: string | null;
    calibration?: number;
    alreadyKept?: boolean;
    unanswered?: readonly string[];
    bank?: string | undefined;
    aic: number | null;
    bic: number | null;
    examinees: number;
    items: number;
  },
  fitted: Fitted,
  next: string,
): string {
  const { marginal, ladder } = fitted;
  const lines = [
    `${fitted.model}${fitted.rung === null ? '' : ` (rung ${fitted.rung})`} on ${count(summary.examinees)} examinees × ${count(summary.items)} items: ${fitted.converged ? 'converged' : 'NOT converged'} after ${fitted.iterations} rounds, ${decimal(summary.seconds, 1)} s.`,
    marginal === null
      ? 'Mode: integrated (many items per examinee): items integrated out, abilities standardised, priors learned. The parameters are those of the expected curves.'
      : `Mode: marginal, ${marginal.quadrature.nodes} nodes over [${shortest(marginal.quadrature.low)}, ${shortest(marginal.quadrature.high)}], ${marginal.engine}.`,
    `${measuresText(fitted.fit)}${summary.aic === null ? '' : `, AIC ${decimal(summary.aic, 1)}, BIC ${decimal(summary.bic!, 1)}`}.`,
    `Priors: ${priorsText(fitted.priors)}.`,
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
  lines.push(...distributionLines(summary.abilityDistribution));
  lines.push(...qualityLines(items, summary.quality));
  if (fitted.curves !== null)
    lines.push(
      `Curves fitted again: largest difference ${fitted.curves.largest.toPrecision(2)}, median ${fitted.curves.median.toPrecision(2)}; ${fitted.curves.disagreeing.length} items differ by more than ${fitted.curves.tolerance}, ${fitted.curves.unsettled.length} did not converge.`,
    );
  lines.push(...flagLines(items, fitted.flags, slopesAdvice(fitted)));
  const unanswered = summary.unanswered ?? [];
  if (unanswered.length > 0)
    lines.push(
      `${plural(unanswered.length, 'item')} without recorded answers ${unanswered.length === 1 ? 'has' : 'have'} no parameters: ${someOf(unanswered)}. Tests on this calibration do not ask ${unanswered.length === 1 ? 'it' : 'them'}. Record answers of models to the whole bank: thetarank bank record FILE --to ${summary.bank}.`,
    );
  if (summary.out !== null) lines.push(`Parameters written to ${summary.out}.`);
  if (summary.calibration !== undefined)
    lines.push(
      summary.alreadyKept === true
        ? `Already kept as calibration ${summary.calibration} of ${summary.bank}: the same answers and settings gave the same parameters.`
        : `Kept as calibration ${summary.calibration} of ${summary.bank}. Rankings use it with --calibration ${summary.calibration} only; without that they calibrate on the recorded answers.`,
    );
  lines.push(
    fitted.converged
      ? `Next: ${next}`
      : `Next: do not score with these parameters yet. ${fitted.marginal?.quadrature.isCoarse ? 'Fit again as the warning says' : capital(settleAdvice(fitted))}.`,
  );
  return lines.join('\n');
}

/** What to do with parameters that are settled. */
function nextCommand(options: ReportOptions, fitted: Fitted): string {
  const { out, kept, bank, responses = 'FILE' } = options;
  if (out !== undefined)
    return `thetarank score --parameters ${shellWord(out)} --responses ${shellWord(responses)}${scorePrior(fitted)}; or, to test models with them: thetarank calibrate keep ${shellWord(out)} --bank ${shellWord(bank ?? 'NAME')}${databaseOf(options)}`;
  const number = kept?.calibration;
  const test = `thetarank rank --bank ${bank} --calibration ${number} --model NAME@ADDRESS${databaseOf(options)}`;
  return kept?.isInForce === true
    ? test
    : `put it in force: thetarank calibrate accept ${number}${databaseOf(options)}; or only test with it: ${test}`;
}
