import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { type CalibrationRound, calibrate } from '../../calibration/fit/calibrate.ts';
import { type CurveReport, checkCurves } from '../../calibration/fit/curve/check-curves.ts';
import { chooseRung, type LadderResult } from '../../calibration/fit/ladder.ts';
import {
  fitMarginal,
  type MarginalFit,
  MODELS,
  type Model,
  type PriorSet,
} from '../../calibration/fit/marginal/fit-marginal.ts';
import type { Prior } from '../../calibration/fit/marginal/prior.ts';
import { standardErrors } from '../../calibration/fit/marginal/standard-errors.ts';
import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import { RUNGS, type Rung } from '../../calibration/fit/rungs.ts';
import { type ClosableEngine, wasmEngine } from '../../calibration/kernel/engine.ts';
import { fail } from '../errors.ts';
import { readGroups } from '../files/read-families.ts';
import { readParameters } from '../files/read-parameters.ts';
import { readResponses } from '../files/read-responses.ts';
import { readItemTags } from '../files/read-tags.ts';
import { checkWritable, toCsv, writeFileWhole } from '../files/write.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import { nearestNames } from '../nearest.ts';
import { randomStream } from '../random.ts';
import { familiesOf } from '../ranking/families.ts';
import { dealFolds } from '../ranking/folds.ts';
import { count, decimal } from './numbers.ts';
import { keepInputs, positiveNumber, wholeNumber } from './options.ts';
import { priorOption, priorText } from './priors.ts';
import { convergenceProgress } from './progress.ts';

interface FitOptions {
  readonly responses: string;
  readonly model: string;
  readonly items?: string;
  readonly options?: number;
  readonly priors?: 'empirical' | 'given';
  readonly priorA?: Prior;
  readonly priorB?: Prior;
  readonly priorC?: Prior;
  readonly priorD?: Prior;
  readonly fixed?: string;
  readonly groups?: string;
  readonly rung?: string;
  readonly mode: 'auto' | 'joint' | 'marginal';
  readonly quadrature: number | 'auto';
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly threads: number;
  readonly seed: number;
  readonly out: string;
  readonly check?: 'curve';
  readonly json?: boolean;
}

/** Below this many examinees priors are learned from the data, and the rung is chosen by left-out examinees. */
const EMPIRICAL_BELOW = 200;
const LADDER_FOLDS = 4;
/** Exit code of a fit that used up its iterations; the parameters are written all the same. */
const NOT_CONVERGED = 3;
const SD_LOGIT_GUESSING = 0.5;

const EXAMPLES = `
Examples:
  thetarank calibrate fit --responses answers.csv --model 3pl --out parameters.csv
  thetarank calibrate fit --responses answers.csv --model 3pl --prior-a lognormal:0:0.5 --prior-c beta:5:17 --quadrature 61 --out parameters.csv --json
  thetarank calibrate fit --responses answers.csv --options 5 --priors empirical --out parameters.csv`;

/** `thetarank calibrate`: item parameters from recorded answers. */
export function addCalibrateCommand(program: Command): void {
  program
    .command('calibrate')
    .description('Item calibration: parameters from recorded answers.')
    .command('fit')
    .description(
      'Fit Rasch, 2PL, 3PL or 4PL parameters. From 200 examinees: marginal maximum a posteriori with the given priors. Below: priors learned from the data, and as much learned of each item as predicts left-out examinees best.',
    )
    .requiredOption(
      '--responses <file>',
      'recorded answers, CSV: examinee, then one column an item',
    )
    .option('--model <name>', MODELS.join(', '), '3pl')
    .option('--items <file>', 'CSV: item, options (the number of answer options of each item)')
    .option(
      '--options <n>',
      'answer options of every item: centres guessing at 1/n',
      wholeNumber(2),
    )
    .option(
      '--priors <how>',
      'empirical (learned) or given; default by the number of examinees',
      oneOf('empirical', 'given'),
    )
    .option(
      '--prior-a <prior>',
      'default lognormal:0:0.5',
      priorOption('lognormal', 'normal', 'none'),
    )
    .option('--prior-b <prior>', 'default none', priorOption('normal', 'none'))
    .option(
      '--prior-c <prior>',
      'default logitnormal:-1.8:0.5',
      priorOption('logitnormal', 'beta', 'normal', 'none'),
    )
    .option(
      '--prior-d <prior>',
      'default beta:17:5',
      priorOption('logitnormal', 'beta', 'normal', 'none'),
    )
    .option(
      '--fixed <file>',
      'parameters to keep as they are, CSV: item,a,b,c,d; keeps their scale (marginal, given priors)',
    )
    .option(
      '--groups <file>',
      'CSV: examinee, group; each group with a mean and spread of ability of its own, the first one N(0, 1)',
    )
    .option('--rung <name>', `with empirical priors, in place of the choice: ${RUNGS.join(', ')}`)
    .option(
      '--mode <mode>',
      'joint (abilities as parameters), marginal, or auto',
      oneOf('auto', 'joint', 'marginal'),
      'auto',
    )
    .option(
      '--quadrature <n>',
      'nodes over [-6, 6], or auto: as many as the posteriors ask',
      quadrature,
      'auto',
    )
    .option('--tolerance <x>', 'largest change that counts as none', positiveNumber, 1e-4)
    .option('--max-iterations <n>', 'most rounds', wholeNumber(1), 500)
    .option(
      '--threads <n>',
      'threads of the kernel',
      wholeNumber(1),
      Math.min(4, availableParallelism()),
    )
    .option('--seed <n>', 'deals the folds of left-out examinees', wholeNumber(0), 1)
    .requiredOption('--out <file>', 'where the parameters go, CSV: item,a,b,c,d,se_a,se_b,se_c')
    .option(
      '--check <what>',
      'curve: fit every response curve again by Levenberg-Marquardt (marginal mode)',
      oneOf('curve'),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runFit);
}

interface Fitted {
  readonly model: Model;
  readonly mode: 'joint' | 'marginal';
  readonly rung: Rung | null;
  readonly ladder: LadderResult | null;
  readonly parameters: ItemParameters;
  readonly errors: { a: Float64Array; b: Float64Array; c: Float64Array };
  readonly logLikelihood: number;
  /** null in the joint mode, whose posterior is not comparable with a marginal one. */
  readonly logPosterior: number | null;
  readonly iterations: number;
  readonly converged: boolean;
  readonly change: number | null;
  readonly marginal: MarginalFit | null;
  readonly priors: Readonly<Record<string, string>>;
  readonly errorMethod: 'full' | 'blockwise';
  readonly curves: CurveReport | null;
  /** Ability in each group of examinees, where there are some or where items were fixed. */
  readonly groups: readonly { group: string; mean: number; sd: number }[] | null;
}

function runFit(options: FitOptions): void {
  keepInputs(options.out, options);
  checkWritable([options.out]);
  const { matrix, families } = readResponses(options.responses);
  if (!(MODELS as readonly string[]).includes(options.model))
    fail('NAME_UNKNOWN', {
      kind: 'model',
      name: options.model,
      nearest: nearestNames(options.model, MODELS),
    });
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const started = performance.now();
  const engine = wasmEngine(options.threads);
  let fitted: Fitted;
  try {
    fitted = isEmpirical(options, n)
      ? fitEmpirical(matrix, families, options, engine)
      : fitGiven(matrix, options, engine);
  } finally {
    engine.close();
  }
  const seconds = (performance.now() - started) / 1000;
  writeParameters(options.out, matrix.items, fitted);
  report(matrix, options, fitted, seconds);
  if (!fitted.converged) process.exitCode = NOT_CONVERGED;
}

function isEmpirical(options: FitOptions, examinees: number): boolean {
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
  const isPlain = options.model === '2pl' || options.model === '3pl';
  return !given && isPlain && examinees < EMPIRICAL_BELOW;
}

function fitEmpirical(
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
  if (options.model !== '2pl' && options.model !== '3pl')
    fail('OPTIONS_CONFLICT', {
      options: '--priors empirical',
      reason: `goes with --model 2pl or 3pl; for ${options.model} give the priors.`,
    });
  const model = options.model as Model;
  if (options.rung !== undefined && !(RUNGS as readonly string[]).includes(options.rung))
    fail('NAME_UNKNOWN', {
      kind: 'rung',
      name: options.rung,
      nearest: nearestNames(options.rung, RUNGS),
    });
  const progress = convergenceProgress();
  const common = {
    mode: options.mode,
    optionCounts: optionCounts(options, matrix.items),
    tolerance: options.tolerance,
    maxIterations: options.maxIterations,
    engine,
  };
  let ladder: LadderResult | null = null;
  let rung: Rung = model === '2pl' ? '2pl' : '3pl-shrunken';
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
    onRound: (round) => progress.round(round, options.tolerance, options.maxIterations),
  });
  progress.stop();
  const { sum } = marginalLogLikelihood(fit.parameters, matrix);
  return {
    model,
    mode: fit.mode,
    rung,
    ladder,
    parameters: fit.parameters,
    errors: fit.standardErrors,
    logLikelihood: fit.marginal?.logLikelihood ?? sum,
    logPosterior: fit.marginal?.logPosterior ?? null,
    iterations: fit.iterations,
    converged: fit.converged,
    change: fit.marginal?.change ?? null,
    marginal: fit.marginal,
    priors: {
      'log a': `normal:${decimal(fit.priors.meanLogA, 3)}:${decimal(fit.priors.sdLogA, 3)}`,
      'δ = −ab': `normal:${decimal(fit.priors.meanDelta, 3)}:${decimal(fit.priors.sdDelta, 3)}`,
    },
    errorMethod: 'blockwise',
    curves: checked(fit.marginal, options, engine),
    groups: null,
  };
}

function fitGiven(matrix: ResponseMatrix, options: FitOptions, engine: ClosableEngine): Fitted {
  if (options.mode === 'joint')
    fail('OPTIONS_CONFLICT', {
      options: '--mode joint',
      reason: 'learns its priors; it goes with --priors empirical.',
    });
  const model = options.model as Model;
  const counts = optionCounts(options, matrix.items);
  const centred = (n: number): Prior => ({
    family: 'logitnormal',
    mean: n > 1 ? -Math.log(n - 1) : -1.8,
    sd: SD_LOGIT_GUESSING,
  });
  const priors: PriorSet = {
    a: options.priorA ?? { family: 'lognormal', mean: 0, sd: 0.5 },
    b: options.priorB ?? { family: 'none' },
    c: options.priorC ?? (counts === undefined ? centred(0) : Array.from(counts, centred)),
    d: options.priorD ?? { family: 'beta', alpha: 17, beta: 5 },
  };
  const groups = examineeGroups(options, matrix.examinees);
  const progress = convergenceProgress();
  const fit = fitMarginal(matrix, {
    model,
    priors,
    fixed: fixedParameters(options, matrix.items),
    groups: groups?.codes,
    quadrature: options.quadrature,
    tolerance: options.tolerance,
    maxIterations: options.maxIterations,
    engine,
    onRound: (round: CalibrationRound) =>
      progress.round(round, options.tolerance, options.maxIterations),
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
    logLikelihood: fit.logLikelihood,
    logPosterior: fit.logPosterior,
    iterations: fit.iterations,
    converged: fit.converged,
    change: fit.change,
    marginal: fit,
    priors: Object.fromEntries(letters.map((x) => [x, text(used[x as keyof typeof used])])),
    errorMethod: errors.method,
    curves: checked(fit, options, engine),
    groups:
      groups === null && options.fixed === undefined
        ? null
        : Array.from(fit.groups.mean, (mean, g) => ({
            group: groups?.names[g] ?? 'all',
            mean,
            sd: fit.groups.sd[g],
          })),
  };
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
      reason: 'goes with the marginal mode, and this fit took the joint one; give --mode marginal.',
    });
  return checkCurves(fit, { engine });
}

/** The parameters to keep, by position of the item; items of the file that were not answered are left out. */
function fixedParameters(options: FitOptions, items: readonly string[]) {
  if (options.fixed === undefined) return undefined;
  const { items: known, parameters } = readParameters(options.fixed);
  const positions = new Map(known.map((item, k) => [item, k]));
  const fixed = new Map<number, { a: number; b: number; c: number; d: number }>();
  items.forEach((item, j) => {
    const k = positions.get(item);
    if (k === undefined) return;
    const { a, b, c, d } = parameters;
    fixed.set(j, { a: a[k], b: b[k], c: c[k], d: d[k] });
  });
  if (fixed.size === 0)
    fail('ITEM_UNKNOWN', {
      item: known[0],
      where: `${options.responses}, nor is any other of --fixed`,
    });
  return fixed;
}

/** The group of each examinee, numbered in the order of their names' first appearance. */
function examineeGroups(options: FitOptions, examinees: readonly string[]) {
  if (options.groups === undefined) return null;
  const of = readGroups(options.groups, examinees);
  const names = [...new Set(of)];
  return { names, codes: of.map((name) => names.indexOf(name)) };
}

/** The number of answer options of each item, where it is told. */
function optionCounts(options: FitOptions, items: readonly string[]): number[] | undefined {
  if (options.items === undefined)
    return options.options === undefined ? undefined : items.map(() => options.options!);
  const file = options.items;
  const tag = readItemTags(file, items).options;
  if (tag === undefined)
    fail('FILE_INVALID', {
      file,
      where: 'line 1',
      found: 'no column "options"',
      accepted: 'the columns item and options',
    });
  return Array.from(tag.codes, (code, j) => {
    const value = Number(tag.values[code]);
    if (!Number.isSafeInteger(value) || value < 0)
      fail('FILE_INVALID', {
        file,
        where: `item ${items[j]}, column options`,
        found: `"${tag.values[code]}"`,
        accepted: 'a whole number; 0 where there are no options',
      });
    return value;
  });
}

function writeParameters(file: string, items: readonly string[], fitted: Fitted): void {
  const { a, b, c, d } = fitted.parameters;
  const { errors } = fitted;
  const rows = items.map((item, j) => [
    item,
    a[j],
    b[j],
    c[j],
    d[j],
    errors.a[j],
    errors.b[j],
    errors.c[j],
  ]);
  writeFileWhole(file, toCsv(['item', 'a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c'], rows));
}

function report(
  matrix: ResponseMatrix,
  options: FitOptions,
  fitted: Fitted,
  seconds: number,
): void {
  const { marginal, ladder } = fitted;
  const free = marginal?.free ?? null;
  const hasNoPriors = Object.values(fitted.priors).every((prior) => prior === 'none');
  const n = matrix.examinees.length;
  const summary = {
    model: fitted.model,
    examinees: n,
    items: matrix.items.length,
    logLikelihood: fitted.logLikelihood,
    logPosterior: fitted.logPosterior,
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
    groups: fitted.groups,
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
    aic: hasNoPriors && free !== null ? 2 * free - 2 * fitted.logLikelihood : null,
    bic: hasNoPriors && free !== null ? free * Math.log(n) - 2 * fitted.logLikelihood : null,
    out: options.out,
  };
  if (options.json) console.log(JSON.stringify(summary, null, 2));
  else console.log(reportText(summary, fitted));
  if (!fitted.converged)
    console.error(
      `warning: not converged after ${fitted.iterations} rounds${fitted.change === null ? '' : ` (change left: ${fitted.change.toPrecision(2)})`}; the parameters are written as they are. Raise --max-iterations, or give priors.`,
    );
}

function reportText(
  summary: {
    seconds: number;
    logLikelihood: number;
    logPosterior: number | null;
    out: string;
    aic: number | null;
    bic: number | null;
    examinees: number;
    items: number;
  },
  fitted: Fitted,
): string {
  const { marginal, ladder } = fitted;
  const lines = [
    `${fitted.model} on ${count(summary.examinees)} examinees × ${count(summary.items)} items: ${fitted.converged ? 'converged' : 'NOT converged'} after ${fitted.iterations} rounds, ${decimal(summary.seconds, 1)} s.`,
    marginal === null
      ? 'Mode: joint (few examinees, many items): abilities as parameters, standardised; priors learned.'
      : `Mode: marginal, ${marginal.quadrature.nodes} nodes over [${marginal.quadrature.low}, ${marginal.quadrature.high}], ${marginal.engine}.`,
    `Log-likelihood ${decimal(summary.logLikelihood, 2)}${summary.logPosterior === null ? '' : `, log-posterior ${decimal(summary.logPosterior, 2)}`}${summary.aic === null ? '' : `, AIC ${decimal(summary.aic, 1)}, BIC ${decimal(summary.bic!, 1)}`}.`,
    `Priors: ${Object.entries(fitted.priors)
      .map(([name, prior]) => `${name} ${prior}`)
      .join(', ')}.`,
  ];
  if (ladder !== null)
    lines.push(
      `Rung: ${ladder.rung}, by the log-likelihood of an answer of left-out examinees: ${ladder.scores.map((s) => `${s.rung} ${decimal(s.heldOut, 5)}`).join(', ')}.`,
    );
  if (fitted.groups !== null)
    lines.push(
      `Ability: ${fitted.groups.map((g) => `${g.group} ${decimal(g.mean, 3)} ± ${decimal(g.sd, 3)} (mean, standard deviation)`).join(', ')}.`,
    );
  if (fitted.curves !== null)
    lines.push(
      `Curves fitted again: largest difference ${fitted.curves.largest.toPrecision(2)}, median ${fitted.curves.median.toPrecision(2)}; ${fitted.curves.disagreeing.length} items differ by more than ${fitted.curves.tolerance}, ${fitted.curves.unsettled.length} did not settle.`,
    );
  lines.push(
    `Parameters written to ${summary.out}.`,
    `Next: thetarank score --parameters ${summary.out} --responses FILE`,
  );
  return lines.join('\n');
}

function quadrature(text: string): number | 'auto' {
  return text === 'auto' ? text : wholeNumber(5)(text);
}

function oneOf<T extends string>(...accepted: readonly T[]): (text: string) => T {
  return (text) => {
    if (!(accepted as readonly string[]).includes(text))
      throw new InvalidArgumentError(`Accepted: ${accepted.join(', ')}.`);
    return text as T;
  };
}
