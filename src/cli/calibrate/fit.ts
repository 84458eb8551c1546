import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { ABILITY_DISTRIBUTIONS } from '../../../calibration/fit/marginal/fit-histogram.ts';
import { MODELS } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { SLOPES } from '../../../calibration/fit/marginal/slopes.ts';
import { RUNGS } from '../../../calibration/fit/rungs.ts';
import { wasmEngine } from '../../../calibration/kernel/engine.ts';
import { fail } from '../../errors.ts';
import { readResponses } from '../../files/read-responses.ts';
import { checkWritable } from '../../files/write.ts';
import { nearestNames } from '../../nearest.ts';
import { NOT_CONVERGED } from '../asking/exit-codes.ts';
import { addDatabaseOption, type DatabaseOptions } from '../options/database-option.ts';
import { keepInputs, positiveNumber, wholeNumber } from '../options/options.ts';
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
  thetarank calibrate fit --responses answers.csv --model 3pl --out parameters.csv
  thetarank calibrate fit --responses answers.csv --model 3pl --prior-a lognormal:0:0.5 --prior-c beta:5:17 --quadrature 61 --out parameters.csv --json
  thetarank calibrate fit --responses answers.csv --model 3pl --slopes any --out parameters.csv
  thetarank calibrate fit --responses answers.csv --options 5 --priors empirical --out parameters.csv
  thetarank calibrate fit --bank my-bank --keep`;

/** `thetarank calibrate fit`: item parameters from recorded answers. */
export function addFitCommand(calibrate: Command): void {
  const fit = calibrate
    .command('fit')
    .description(
      'Fit Rasch, 2PL, 3PL or 4PL parameters. From 200 examinees: marginal maximum a posteriori with the given priors. Below, 2pl and 3pl: priors learned from the data, and as much learned of each item as predicts left-out examinees best. Giving any prior means given priors.',
    )
    .option('--responses <file>', 'recorded answers, CSV: examinee, then one column an item')
    .option(
      '--bank <name>',
      'in place of --responses: the recorded answers of a bank of the database',
    )
    .option('--keep', 'with --bank: keep the parameters there as a calibration with a number')
    .option('--model <name>', MODELS.join(', '), '3pl')
    .option(
      '--items <file>',
      'CSV: item, and options (the number of answer options) or group (each with priors of its own) or both',
    )
    .option(
      '--options <n>',
      'answer options of every item: given priors centre guessing at 1/n; learned ones try it fixed there',
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
    .option(
      '--ability-distribution <name>',
      'normal, or histogram: estimated from the answers (marginal, given priors, one group of examinees)',
      oneOf(...ABILITY_DISTRIBUTIONS),
      'normal',
    )
    .option('--rung <name>', `with empirical priors, in place of the choice: ${RUNGS.join(', ')}`)
    .option(
      '--mode <mode>',
      'integrated (over the items: few examinees, many items), marginal (over the abilities), or auto',
      oneOf('auto', 'integrated', 'marginal'),
      'auto',
    )
    .option(
      '--slopes <which>',
      'any: slopes may be negative, for items that work backwards (given priors); positive',
      oneOf(...SLOPES),
      'positive',
    )
    .option(
      '--quadrature <n>',
      'nodes over [-6, 6], or auto: 61, 121, 241 or 481, until the log-likelihood no longer depends on where they lie',
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
    .option(
      '--out <file>',
      'where the parameters go, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag',
    )
    .option(
      '--check <what>',
      'curve: fit every response curve again by Levenberg-Marquardt (marginal mode)',
      oneOf('curve'),
    )
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
