import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { ABILITY_DISTRIBUTIONS } from '../../../calibration/fit/marginal/fit-histogram.ts';
import { MODELS } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { SLOPES } from '../../../calibration/fit/marginal/slopes.ts';
import { RUNGS } from '../../../calibration/fit/rungs.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { fail } from '../../errors.ts';
import { readResponses } from '../../files/read-responses.ts';
import { checkWritable } from '../../files/write.ts';
import { nearestNames } from '../../nearest.ts';
import { NOT_CONVERGED } from '../asking/exit-codes.ts';
import { addDatabaseOption, type DatabaseOptions } from '../options/database-option.ts';
import { keepInputs, positiveNumber, wholeNumber } from '../options/options.ts';
import { refuseRenamed } from '../options/renamed-options.ts';
import {
  type FitOptions,
  type Fitted,
  fitEmpirical,
  fitGiven,
  isEmpirical,
} from './calibrate-fit.ts';
import { report, writeParameters } from './calibrate-report.ts';
import { bankAnswers, keepFit } from './keep-fit.ts';
import { priorOption } from './priors.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --out parameters.csv
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --prior-a lognormal:0:0.5 --prior-c beta:5:17 --quadrature 61 --out parameters.csv --json
  thetarank calibrate fit --responses answers.csv --irt-model 3pl --slopes any --out parameters.csv
  thetarank calibrate fit --responses answers.csv --options 5 --priors empirical --out parameters.csv
  thetarank calibrate fit --bank my-bank --keep`;

/** Options that had another name once. */
const RENAMED = {
  '--model': '--irt-model VALUE',
  '--items': '--items-file VALUE',
  '--mode': '--method VALUE',
  '--tolerance': '--convergence VALUE',
  '--threads': '--workers VALUE',
};

/** `thetarank calibrate fit`: item parameters from recorded answers. */
export function addFitCommand(calibrate: Command, args: readonly string[]): void {
  refuseRenamed(args, RENAMED);
  const fit = calibrate
    .command('fit')
    .description(
      'Fit Rasch, 2PL, 3PL or 4PL parameters. With 200 examinees or more: marginal maximum a posteriori with given priors. With fewer (2pl and 3pl): priors are learned from the data, and cross-validation chooses how much to learn of each item. Setting any prior turns learned priors off.',
    )
    .optionsGroup('Answers:')
    .option('--responses <file>', 'recorded answers, CSV: examinee, then one column per item')
    .option(
      '--bank <name>',
      'a bank of the database, whose recorded answers are used instead of --responses',
    )
    .option(
      '--items-file <file>',
      'facts about items, CSV: item, then options (the number of answer options), group (each with its own priors) or both',
    )
    .option(
      '--options <n>',
      'answer options of every item: guessing is centred at 1/n',
      wholeNumber(2),
    )
    .optionsGroup('Model and priors:')
    .option('--irt-model <name>', MODELS.join(', '), '3pl')
    .option(
      '--priors <how>',
      'empirical (learned from the data) or given (default: empirical below 200 examinees)',
      oneOf('empirical', 'given'),
    )
    .option(
      '--prior-a <prior>',
      'prior of slopes (default: lognormal:0:0.5)',
      priorOption('lognormal', 'normal', 'none'),
    )
    .option(
      '--prior-b <prior>',
      'prior of difficulties (default: none)',
      priorOption('normal', 'none'),
    )
    .option(
      '--prior-c <prior>',
      'prior of lower asymptotes (default: logitnormal:-1.8:0.5)',
      priorOption('logitnormal', 'beta', 'normal', 'none'),
    )
    .option(
      '--prior-d <prior>',
      'prior of upper asymptotes (default: beta:17:5)',
      priorOption('logitnormal', 'beta', 'normal', 'none'),
    )
    .option(
      '--fixed <file>',
      'parameters not to estimate, CSV: item,a,b,c,d; they set the scale (marginal method, given priors)',
    )
    .option(
      '--groups <file>',
      'CSV: examinee, group; each group has its own mean and spread of ability, the first one N(0, 1)',
    )
    .option(
      '--ability-distribution <name>',
      'normal, or histogram: estimated from the answers (marginal method, given priors, one group of examinees)',
      oneOf(...ABILITY_DISTRIBUTIONS),
      'normal',
    )
    .option(
      '--rung <name>',
      `with empirical priors: how much to learn of each item, instead of a choice by cross-validation: ${RUNGS.join(', ')}`,
    )
    .optionsGroup('Computation:')
    .option(
      '--method <name>',
      'integrated (over the items: few examinees, many items), marginal (over the abilities), or auto',
      oneOf('auto', 'integrated', 'marginal'),
      'auto',
    )
    .option(
      '--slopes <which>',
      'positive, or any: slopes may be negative, for items that work backwards (given priors)',
      oneOf(...SLOPES),
      'positive',
    )
    .option(
      '--quadrature <n>',
      'nodes over [-6, 6], or auto: 61, 121, 241 or 481, until the log-likelihood no longer depends on their positions',
      quadrature,
      'auto',
    )
    .option(
      '--convergence <x>',
      'stop when no estimate changes by more in a round',
      positiveNumber,
      1e-4,
    )
    .option('--max-iterations <n>', 'rounds at most', wholeNumber(1), 500)
    .option(
      '--workers <n>',
      'threads; results do not depend on it',
      wholeNumber(1),
      Math.min(4, availableParallelism()),
    )
    .option('--seed <n>', 'root of every random stream', wholeNumber(0), 1)
    .option(
      '--check <what>',
      'curve: fit every response curve again by Levenberg-Marquardt (marginal method)',
      oneOf('curve'),
    )
    .optionsGroup('Results:')
    .option(
      '--out <file>',
      'write the parameters there, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag',
    )
    .option('--keep', 'with --bank: keep the parameters in the database as a numbered calibration')
    .option('--json', 'print JSON');
  addDatabaseOption(fit).addHelpText('after', EXAMPLES).action(runFit);
}

async function runFit(options: FitOptions & DatabaseOptions): Promise<void> {
  const { out, bank, keep = false } = options;
  checkPlaces(options);
  keepInputs(out, options);
  if (out !== undefined) checkWritable([out]);
  const kept = bank === undefined ? null : await bankAnswers(options, bank);
  const { matrix, families } = kept ?? readResponses(options.responses!);
  if (!(MODELS as readonly string[]).includes(options.irtModel))
    fail('NAME_UNKNOWN', {
      kind: 'model',
      name: options.irtModel,
      nearest: nearestNames(options.irtModel, MODELS),
    });
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const started = performance.now();
  const engine = wasmEngine(options.workers);
  let fitted: Fitted;
  try {
    fitted = isEmpirical(options, n)
      ? fitEmpirical(matrix, families, options, engine)
      : fitGiven(matrix, options, engine);
  } finally {
    engine.close();
  }
  const seconds = (performance.now() - started) / 1000;
  if (out !== undefined) writeParameters(out, matrix.items, fitted);
  const calibration = keep && kept !== null ? await keepFit(options, kept, fitted) : null;
  report(matrix, { ...options, calibration }, fitted, seconds);
  if (!fitted.converged) process.exitCode = NOT_CONVERGED;
}

/** Answers come from one place, and parameters go to one at least. @throws OPTIONS_CONFLICT */
function checkPlaces({ bank, responses, out, keep = false }: FitOptions): void {
  const refuse = (options: string, reason: string) => fail('OPTIONS_CONFLICT', { options, reason });
  if ((bank === undefined) === (responses === undefined))
    refuse('--responses, --bank', `give one of them${bank === undefined ? '' : ', not both'}.`);
  if (keep && bank === undefined)
    refuse('--keep', 'goes with --bank, whose calibration it becomes.');
  if (out === undefined && !keep)
    refuse('--out', 'say where the parameters go: --out FILE, or --bank NAME --keep.');
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
