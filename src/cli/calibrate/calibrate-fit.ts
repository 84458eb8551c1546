import { type ItemFlag, itemFlags } from '../../../calibration/diagnose/item-flags.ts';
import {
  type Calibration,
  type CalibrationRound,
  calibrate,
} from '../../../calibration/fit/calibrate.ts';
import { type CurveReport, checkCurves } from '../../../calibration/fit/curve/check-curves.ts';
import { chooseRung, type LadderResult } from '../../../calibration/fit/ladder.ts';
import { DEFAULT_PRIORS } from '../../../calibration/fit/marginal/default-priors.ts';
import type { AbilityDistribution } from '../../../calibration/fit/marginal/fit-histogram.ts';
import {
  fitMarginal,
  type MarginalFit,
  type Model,
  type PriorSet,
} from '../../../calibration/fit/marginal/fit-marginal.ts';
import type { Prior } from '../../../calibration/fit/marginal/prior.ts';
import type { Slopes } from '../../../calibration/fit/marginal/slopes.ts';
import {
  type ErrorMethod,
  standardErrors,
} from '../../../calibration/fit/marginal/standard-errors.ts';
import { marginalLogLikelihood } from '../../../calibration/fit/marginal-log-likelihood.ts';
import { RUNGS, type Rung } from '../../../calibration/fit/rungs.ts';
import type { ClosableEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { fail } from '../../errors.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream } from '../../random.ts';
import { familiesOf } from '../../ranking/families.ts';
import { dealFolds } from '../../ranking/folds.ts';
import { convergenceProgress } from '../output/progress.ts';
import { examineeGroups, fixedParameters, itemFacts } from './calibrate-inputs.ts';
import { priorText } from './priors.ts';

/** The options of `calibrate fit`. */
export interface FitOptions {
  readonly responses?: string;
  readonly bank?: string;
  readonly keep?: boolean;
  readonly irtModel: string;
  readonly itemsFile?: string;
  readonly options?: number;
  readonly priors?: 'empirical' | 'given';
  readonly priorA?: Prior;
  readonly priorB?: Prior;
  readonly priorC?: Prior;
  readonly priorD?: Prior;
  readonly fixed?: string;
  readonly groups?: string;
  readonly abilityDistribution?: AbilityDistribution;
  readonly rung?: string;
  readonly method: 'auto' | 'integrated' | 'marginal';
  readonly slopes: Slopes;
  readonly quadrature: number | 'auto';
  readonly convergence: number;
  readonly maxIterations: number;
  readonly workers: number;
  readonly seed: number;
  readonly out?: string;
  readonly check?: 'curve';
  readonly json?: boolean;
}

/** Below this many examinees priors are learned from the data, and the rung is chosen by left-out examinees. */
const EMPIRICAL_BELOW = 200;

const LADDER_FOLDS = 4;

/** How well a fit follows the answers. What the two modes maximise has names of its own: it is not comparable. */
export interface FitMeasures {
  /** Marginal mode: log-likelihood at the estimate, abilities integrated over their distribution. What it maximises, but for priors. */
  readonly logLikelihood: number | null;
  readonly logPosterior: number | null;
  /** Integrated mode: what it maximises, the log-likelihood at the estimated abilities, items integrated over learned priors. */
  readonly integratedLogLikelihood: number | null;
  /** Integrated mode: log-likelihood of the written curves, abilities integrated over N(0, 1). Nothing maximises it. */
  readonly curveLogLikelihood: number | null;
}

/** A fit by either way, with all that is reported of it. */
export interface Fitted {
  readonly model: Model;
  readonly mode: 'integrated' | 'marginal';
  readonly rung: Rung | null;
  readonly ladder: LadderResult | null;
  readonly parameters: ItemParameters;
  readonly errors: { a: Float64Array; b: Float64Array; c: Float64Array };
  readonly fit: FitMeasures;
  readonly iterations: number;
  readonly converged: boolean;
  readonly change: number | null;
  readonly marginal: MarginalFit | null;
  readonly priors: Readonly<Record<string, string>>;
  readonly errorMethod: ErrorMethod;
  readonly curves: CurveReport | null;
  /** By item: why it needs a look. */
  readonly flags: readonly (readonly ItemFlag[])[];
  /** Ability in each group of examinees, where there are some or where items were fixed. */
  readonly groups: readonly { group: string; mean: number; sd: number }[] | null;
}

/** True where the priors are learned from the data: as asked, else with few examinees and no priors given. */
export function isEmpirical(options: FitOptions, examinees: number): boolean {
  const given = [options.priorA, options.priorB, options.priorC, options.priorD].some(
    (prior) => prior !== undefined,
  );
  if (options.priors === 'empirical' && given)
    fail('OPTIONS_CONFLICT', {
      options: '--priors empirical',
      reason:
        'learns the priors from the data; leave out --prior-a, --prior-b, --prior-c and --prior-d.',
    });
  if (options.priors !== undefined) return options.priors === 'empirical';
  const isPlain = options.irtModel === '2pl' || options.irtModel === '3pl';
  return !given && isPlain && examinees < EMPIRICAL_BELOW;
}

/** Priors learned, the rung as asked or chosen by left-out examinees. */
export function fitEmpirical(
  matrix: ResponseMatrix,
  families: readonly string[] | null,
  options: FitOptions,
  engine: ClosableEngine,
): Fitted {
  for (const option of ['fixed', 'groups'] as const)
    if (options[option] !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: `--${option}`,
        reason: 'goes with given priors; add --priors given.',
      });
  if (options.abilityDistribution === 'histogram')
    fail('OPTIONS_CONFLICT', {
      options: '--ability-distribution histogram',
      reason: 'goes with given priors; add --priors given.',
    });
  // A narrow learned prior of log |a| keeps weak items away from 0, so that chance would choose their signs.
  if (options.slopes === 'any')
    fail('OPTIONS_CONFLICT', {
      options: '--slopes any',
      reason: 'goes with given priors and the marginal mode; add --priors given.',
    });
  if (options.irtModel !== '2pl' && options.irtModel !== '3pl')
    fail('OPTIONS_CONFLICT', {
      options: '--priors empirical',
      reason: `goes with --irt-model 2pl or 3pl; for ${options.irtModel} give the priors.`,
    });
  const model = options.irtModel as Model;
  if (options.rung !== undefined && !(RUNGS as readonly string[]).includes(options.rung))
    fail('NAME_UNKNOWN', {
      kind: 'rung',
      name: options.rung,
      nearest: nearestNames(options.rung, RUNGS),
    });
  if (model === '2pl' && options.rung?.startsWith('3pl'))
    fail('OPTIONS_CONFLICT', {
      options: `--rung ${options.rung}`,
      reason: 'has guessing; it goes with --irt-model 3pl.',
    });
  const progress = convergenceProgress();
  const { optionCounts, groups } = itemFacts(options, matrix.items);
  const common = {
    mode: options.method,
    optionCounts,
    itemGroups: groups?.codes,
    tolerance: options.convergence,
    maxIterations: options.maxIterations,
    engine,
  };
  let ladder: LadderResult | null = null;
  // What cannot be compared on left-out examinees is not tried: a handful of them tells nothing of guessing.
  let rung: Rung = '2pl';
  if (options.rung !== undefined) rung = options.rung as Rung;
  else if (model === '3pl') {
    const folds = Math.min(LADDER_FOLDS, matrix.examinees.length);
    const known = familiesOf(matrix.examinees, families, folds);
    if (known.count >= folds && matrix.examinees.length > folds) {
      const fold = dealFolds(known.of, folds, randomStream(options.seed, 'ladder'));
      let done = 0;
      ladder = chooseRung(matrix, fold, { ...common, tolerance: 0.01 }, (tried) =>
        progress.note(`choosing the rung: ${tried}, ${++done} of ${RUNGS.length * folds}`),
      );
      rung = ladder.rung;
    }
  }
  const fit = calibrate(matrix, {
    ...common,
    rung,
    onRound: (round) => progress.round(round, options.convergence, options.maxIterations),
  });
  progress.stop();
  return {
    model,
    mode: fit.mode,
    rung,
    ladder,
    parameters: fit.parameters,
    errors: fit.standardErrors,
    fit:
      fit.marginal === null
        ? {
            logLikelihood: null,
            logPosterior: null,
            integratedLogLikelihood: fit.integrated!.integratedLogLikelihood,
            curveLogLikelihood: marginalLogLikelihood(fit.parameters, matrix).sum,
          }
        : marginalMeasures(fit.marginal),
    iterations: fit.iterations,
    converged: fit.converged,
    change: fit.marginal?.change ?? null,
    marginal: fit.marginal,
    priors: learnedPriors(fit.priors, groups?.values),
    errorMethod: 'blockwise',
    curves: checked(fit.marginal, options, engine),
    flags: itemFlags(matrix, fit.parameters),
    groups: null,
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

/** Models that have the parameter of a prior. */
const PRIOR_OF: readonly (readonly ['priorA' | 'priorC' | 'priorD', readonly Model[]])[] = [
  ['priorA', ['2pl', '3pl', '4pl']],
  ['priorC', ['3pl', '4pl']],
  ['priorD', ['4pl']],
];

/** The marginal fit under given priors, with standard errors from the observed information. */
export function fitGiven(
  matrix: ResponseMatrix,
  options: FitOptions,
  engine: ClosableEngine,
): Fitted {
  if (options.method === 'integrated')
    fail('OPTIONS_CONFLICT', {
      options: '--method integrated',
      reason: 'learns its priors; it goes with --priors empirical.',
    });
  if (options.rung !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--rung',
      reason: 'says how much to learn with priors from the data; add --priors empirical.',
    });
  const model = options.irtModel as Model;
  for (const [option, models] of PRIOR_OF)
    if (options[option] !== undefined && !models.includes(model))
      fail('OPTIONS_CONFLICT', {
        options: `--prior-${option.at(-1)!.toLowerCase()}`,
        reason: `is of a parameter that ${model} does not have; leave it out, or choose --irt-model ${models[0]}.`,
      });
  if (options.slopes === 'any' && model === 'rasch')
    fail('OPTIONS_CONFLICT', {
      options: '--slopes any, --irt-model rasch',
      reason: 'all slopes of that model are 1; choose --irt-model 2pl or 3pl.',
    });
  const { optionCounts: counts, groups: itemGroups } = itemFacts(options, matrix.items);
  if (itemGroups !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--items-file with a column "group"',
      reason: 'gives each group priors learned from the data; it goes with --priors empirical.',
    });
  const centred = (n: number): Prior => ({
    family: 'logitnormal',
    mean: n > 1 ? -Math.log(n - 1) : DEFAULT_PRIORS.c.mean,
    sd: DEFAULT_PRIORS.c.sd,
  });
  const priors: PriorSet = {
    a: options.priorA ?? DEFAULT_PRIORS.a,
    b: options.priorB ?? DEFAULT_PRIORS.b,
    c: options.priorC ?? (counts === undefined ? centred(0) : Array.from(counts, centred)),
    d: options.priorD ?? DEFAULT_PRIORS.d,
  };
  const groups = examineeGroups(options, matrix.examinees);
  if (options.abilityDistribution === 'histogram') {
    const conflict = (option: string, reason: string) =>
      fail('OPTIONS_CONFLICT', { options: `--ability-distribution histogram, ${option}`, reason });
    if (groups !== null && groups.names.length > 1)
      conflict('--groups', 'a histogram is of one group of examinees; choose one of the two.');
    if (
      options.priorB !== undefined &&
      options.priorB.family !== 'none' &&
      options.fixed === undefined
    )
      conflict(
        '--prior-b',
        'a histogram holds no scale for a prior of b; leave it out, or fix items with --fixed.',
      );
  }
  const progress = convergenceProgress();
  const fit = fitMarginal(matrix, {
    model,
    priors,
    fixed: fixedParameters(options, matrix.items),
    groups: groups?.codes,
    abilityDistribution: options.abilityDistribution,
    quadrature: options.quadrature,
    slopes: options.slopes,
    tolerance: options.convergence,
    maxIterations: options.maxIterations,
    engine,
    onRound: (round: CalibrationRound) =>
      progress.round(round, options.convergence, options.maxIterations),
  });
  progress.note('standard errors');
  const errors = standardErrors(fit, engine);
  progress.stop();
  const text = (prior: Prior | readonly Prior[]) =>
    'family' in prior ? priorText(prior) : 'logitnormal, centred at 1/options';
  const used = { a: priors.a, b: priors.b, c: priors.c, d: priors.d };
  const letters =
    model === 'rasch'
      ? ['b']
      : model === '2pl'
        ? ['a', 'b']
        : model === '3pl'
          ? ['a', 'b', 'c']
          : ['a', 'b', 'c', 'd'];
  return {
    model,
    mode: 'marginal',
    rung: null,
    ladder: null,
    parameters: fit.parameters,
    errors,
    fit: marginalMeasures(fit),
    iterations: fit.iterations,
    converged: fit.converged,
    change: fit.change,
    marginal: fit,
    priors: Object.fromEntries(letters.map((x) => [x, text(used[x as keyof typeof used])])),
    errorMethod: errors.method,
    curves: checked(fit, options, engine),
    flags: itemFlags(matrix, fit.parameters),
    groups:
      groups === null && options.fixed === undefined && model !== 'rasch'
        ? null
        : Array.from(fit.groups.mean, (mean, g) => ({
            group: groups?.names[g] ?? 'all',
            mean,
            sd: fit.groups.sd[g],
          })),
  };
}

function marginalMeasures({ logLikelihood, logPosterior }: MarginalFit): FitMeasures {
  return { logLikelihood, logPosterior, integratedLogLikelihood: null, curveLogLikelihood: null };
}

/** The independent check of the curves, where it is asked for. */
function checked(
  fit: MarginalFit | null,
  options: FitOptions,
  engine: ClosableEngine,
): CurveReport | null {
  if (options.check === undefined) return null;
  if (fit === null)
    fail('OPTIONS_CONFLICT', {
      options: '--check curve',
      reason:
        'goes with the marginal mode, and this fit took the integrated one; give --method marginal.',
    });
  return checkCurves(fit, { engine });
}
