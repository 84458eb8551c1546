import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { ABILITY_DISTRIBUTIONS } from '../../../calibration/fit/marginal/fit-histogram.ts';
import { MODELS } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { SLOPES } from '../../../calibration/fit/marginal/slopes.ts';
import { RUNGS } from '../../../calibration/fit/rungs.ts';
import { CATEGORY_MODELS } from '../../workflow/calibration/fit-categories.ts';
import type { FitRequest } from '../../workflow/calibration/fit-request.ts';
import { addDatabaseOption, type DatabaseOptions } from '../options/database-option.ts';
import { positiveNumber, wholeNumber } from '../options/options.ts';
import { priorOption } from './priors.ts';

/** The options of `calibrate fit`. */
export interface FitOptions extends FitRequest, DatabaseOptions {
  readonly workers: number;
  readonly scoreLevels?: number;
  readonly families?: string;
  readonly choices?: string;
  readonly keys?: string;
  readonly keep?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds them, in groups by purpose. */
export function addFitOptions(command: Command): Command {
  const fit = addComputationOptions(addModelOptions(addAnswerOptions(command)));
  return addDatabaseOption(addResultOptions(fit));
}

/** The data of a calibration. */
function addAnswerOptions(command: Command): Command {
  return command
    .optionsGroup('Answers:')
    .option('--responses <file>', 'recorded answers, CSV: examinee, then one column per item')
    .option(
      '--bank <name>',
      'a bank of the database, whose recorded answers are used instead of --responses',
    )
    .option(
      '--families <file>',
      'CSV: examinee, family; models of one family are left out together where left-out ones choose the model or what is learned about items (default: the column "family", else the letters at the start of the name)',
    )
    .option(
      '--choices <file>',
      'with nominal: the options that were chosen, CSV: examinee,item,choice, or the JSON of thetarank grade',
    )
    .option('--keys <file>', 'with --choices: the right options, CSV: item,key')
    .option(
      '--items-file <file>',
      'facts about items, CSV: item, then options (the number of answer options), group (each with its own priors) or both',
    )
    .option(
      '--options <n>',
      'number of answer options of every item; guessing is centred at 1/n',
      wholeNumber(2),
    );
}

/** The model to fit. */
function addModelOptions(command: Command): Command {
  return command
    .optionsGroup('Model and priors:')
    .option('--irt-model <name>', [...MODELS, ...CATEGORY_MODELS].join(', '), '3pl')
    .option(
      '--score-levels <n>',
      'with graded, gpcm, beta or auto: round scores to this many equally spaced levels (default: the different scores themselves, up to 10, else 5 levels)',
      wholeNumber(3),
    )
    .option(
      '--priors <how>',
      'empirical (learned from the data) or given (default: empirical below 200 examinees)',
      oneOf('empirical', 'given'),
    )
    .option(
      '--prior-a <prior>',
      'prior of slopes (default: lognormal:M:0.5, M learned from the answers)',
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
      'known parameters that are kept and set the scale, CSV: item,a,b,c,d (marginal method, given priors)',
    )
    .option(
      '--groups <file>',
      'CSV: examinee, group; each group has its own mean and spread of ability, the first group N(0, 1)',
    )
    .option(
      '--ability-distribution <name>',
      'normal, or histogram: estimated from the answers (marginal method, given priors, one group of examinees)',
      oneOf(...ABILITY_DISTRIBUTIONS),
      'normal',
    )
    .option(
      '--rung <name>',
      `with empirical priors: how much to learn about each item (default: chosen by cross-validation): ${RUNGS.join(', ')}`,
    );
}

/** How it is fitted. */
function addComputationOptions(command: Command): Command {
  return command
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
      'number of nodes over [-6, 6], or auto: 61, 121, 241 or 481, until the log-likelihood no longer depends on their positions',
      quadrature,
      'auto',
    )
    .option(
      '--convergence <x>',
      'stop once no estimate changes by more than this',
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
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option(
      '--check <what>',
      'curve: fit every response curve again by Levenberg-Marquardt (marginal method)',
      oneOf('curve'),
    );
}

/** Where it goes. */
function addResultOptions(command: Command): Command {
  return command
    .optionsGroup('Results:')
    .option(
      '--out <file>',
      'write the parameters there, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag; of items with several categories: item,model,categories,scores,…',
    )
    .option('--keep', 'with --bank: keep the parameters in the database as a numbered calibration')
    .option('--json', 'print JSON');
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
