import { itemFlags } from '../../../calibration/diagnose/item-flags.ts';
import {
  type Calibration,
  type CalibrationOptions,
  calibrate,
  calibrationMode,
} from '../../../calibration/fit/calibrate.ts';
import { chooseRung, type LadderResult } from '../../../calibration/fit/ladder.ts';
import type { Model } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { marginalLogLikelihood } from '../../../calibration/fit/marginal-log-likelihood.ts';
import { RUNGS, type Rung } from '../../../calibration/fit/rungs.ts';
import type { ClosableEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream } from '../../random.ts';
import { familiesOf } from '../../ranking/families.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import type { ConvergenceProgress } from '../progress.ts';
import { itemFacts } from './fit-inputs.ts';
import { type FitRequest, refuseTogether } from './fit-request.ts';
import { checkedCurves, type FitMeasures, type Fitted, marginalMeasures } from './fit-result.ts';

/** With fewer examinees, priors are learned from the data, and the rung is chosen by held-out examinees. */
const EMPIRICAL_BELOW = 200;

const LADDER_FOLDS = 4;

/** True if the priors are learned from the data: as asked, else with few examinees and no priors given. */
export function isEmpirical(options: FitRequest, examinees: number): boolean {
  const given = [options.priorA, options.priorB, options.priorC, options.priorD].some(
    (prior) => prior !== undefined,
  );
  if (options.priors === 'empirical' && given)
    refuseTogether(
      'priors',
      'learns the priors from the data; remove --prior-a, --prior-b, --prior-c and --prior-d.',
    );
  if (options.priors !== undefined) return options.priors === 'empirical';
  const isPlain = options.irtModel === '2pl' || options.irtModel === '3pl';
  return !given && isPlain && examinees < EMPIRICAL_BELOW;
}

/** Priors learned, the rung as asked or chosen by left-out examinees. @throws OPTIONS_CONFLICT, NAME_UNKNOWN, and what is wrong with files */
export function fitEmpirical(
  matrix: ResponseMatrix,
  families: readonly string[] | null,
  request: FitRequest,
  engine: ClosableEngine,
  watch: () => ConvergenceProgress,
): Fitted {
  const model = modelOf(request);
  checkRung(request.rung, model);
  if (request.check !== undefined && calibrationMode(matrix, request.method) === 'integrated')
    refuseTogether(
      'check',
      'only works in the marginal mode, but this fit would use the integrated mode; add --method marginal.',
    );
  const progress = watch();
  const { optionCounts, groups } = itemFacts(request, matrix.items);
  const { convergence, maxIterations } = request;
  const common = {
    mode: request.method,
    optionCounts,
    itemGroups: groups?.codes,
    tolerance: convergence,
    maxIterations,
    engine,
  };
  const ladder =
    request.rung === undefined && model === '3pl'
      ? climbed(matrix, families, request.seed, common, progress)
      : null;
  const rung = (request.rung as Rung | undefined) ?? ladder?.rung ?? '2pl';
  const fit = calibrate(matrix, {
    ...common,
    rung,
    onRound: (round) => progress.round(round, convergence, maxIterations),
  });
  progress.stop();
  return {
    model,
    mode: fit.mode,
    rung,
    ladder,
    parameters: fit.parameters,
    errors: fit.standardErrors,
    fit: measuresOf(fit, matrix),
    iterations: fit.iterations,
    converged: fit.converged,
    change: (fit.marginal ?? fit.integrated!).change,
    marginal: fit.marginal,
    priors: learnedPriors(fit.priors, groups?.values),
    errorMethod: 'blockwise',
    undetermined: [],
    curves: checkedCurves(fit.marginal, request, engine),
    guessed: null,
    flags: itemFlags(matrix, fit.parameters),
    groups: null,
  };
}

/** Refuses options that need given priors. @returns the model @throws OPTIONS_CONFLICT */
function modelOf({ irtModel, ...request }: FitRequest): Model {
  const isGivenOnly = 'only works with given priors; add --priors given.';
  for (const option of ['fixed', 'groups'] as const)
    if (request[option] !== undefined) refuseTogether(option, isGivenOnly);
  if (request.abilityDistribution === 'histogram')
    refuseTogether('abilityDistribution', isGivenOnly);
  // A narrow learned prior of log |a| keeps weak items away from 0, so chance would determine their signs.
  if (request.slopes === 'any')
    refuseTogether(
      'slopes',
      'only works with given priors and the marginal mode; add --priors given.',
    );
  if (irtModel !== '2pl' && irtModel !== '3pl')
    refuseTogether(
      'priors',
      `only works with --irt-model 2pl or 3pl; for ${irtModel} set the priors.`,
    );
  return irtModel as Model;
}

/** @throws NAME_UNKNOWN, OPTIONS_CONFLICT */
function checkRung(rung: string | undefined, model: Model): void {
  if (rung !== undefined && !(RUNGS as readonly string[]).includes(rung))
    fail('NAME_UNKNOWN', { kind: 'rung', name: rung, nearest: nearestNames(rung, RUNGS) });
  if (model === '2pl' && rung?.startsWith('3pl'))
    refuseTogether('rung', 'includes guessing, so it needs --irt-model 3pl.');
}

/** The rung chosen by held-out examinees; null if they are too few: a few examinees say nothing about guessing. */
function climbed(
  matrix: ResponseMatrix,
  families: readonly string[] | null,
  seed: number,
  options: CalibrationOptions,
  progress: ConvergenceProgress,
): LadderResult | null {
  const { examinees } = matrix;
  const folds = Math.min(LADDER_FOLDS, examinees.length);
  const known = familiesOf(examinees, families, folds);
  if (known.count < folds || examinees.length <= folds) return null;
  const fold = dealFolds(known.of, folds, randomStream(seed, 'ladder'));
  let done = 0;
  return chooseRung(matrix, fold, { ...options, tolerance: 0.01 }, (tried) =>
    progress.note(`choosing the rung: ${tried}, ${++done} of ${RUNGS.length * folds}`),
  );
}

function measuresOf(
  { marginal, integrated, parameters }: Calibration,
  matrix: ResponseMatrix,
): FitMeasures {
  if (marginal !== null) return marginalMeasures(marginal);
  return {
    logLikelihood: null,
    logPosterior: null,
    integratedLogLikelihood: integrated!.integratedLogLikelihood,
    curveLogLikelihood: marginalLogLikelihood(parameters, matrix).sum,
  };
}

/** The learned priors as text, by item group where there are some. */
function learnedPriors(
  { groups, sdLogitC }: Calibration['priors'],
  names: readonly string[] | undefined,
): Record<string, string> {
  // As --prior-a takes it, with a plain minus sign.
  const normal = (mean: number, sd: number) => `normal:${mean.toFixed(3)}:${sd.toFixed(3)}`;
  const entries = groups.flatMap((group, g) => {
    const where = names === undefined ? '' : ` of ${names[g]}`;
    const own = [
      [`log a${where}`, normal(group.meanLogA, group.sdLogA)],
      [`δ = −ab${where}`, normal(group.meanDelta, group.sdDelta)],
    ];
    if (sdLogitC > 0) own.push([`logit c${where}`, normal(group.meanLogitC, sdLogitC)]);
    return own;
  });
  return Object.fromEntries(entries);
}
