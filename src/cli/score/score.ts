import type { Command } from 'commander';
import { DEFAULT_BOUNDS } from '../../cat/bank.ts';
import { fail } from '../../errors.ts';
import { hasCategoryParameters } from '../../files/items/read-category-parameters.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../files/write/write.ts';
import {
  ESTIMATORS,
  type EstimatorName,
  type NormalPrior,
  STANDARD_NORMAL,
} from '../../irt/estimate/estimate.ts';
import { type ExamineeScores, scoreExaminees } from '../../irt/score-examinees.ts';
import { nearestNames } from '../../nearest.ts';
import { count } from '../../numbers.ts';
import { bounds, keepInputs, normalPrior } from '../options/options.ts';
import { parametersOf } from '../options/parameters-of.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { knownError, scoreCategories } from './score-categories.ts';
import type { ScoredExaminee } from './scored-examinee.ts';

interface ScoreOptions {
  readonly parameters: string;
  readonly responses: string;
  readonly estimator: string;
  readonly prior?: NormalPrior;
  readonly bounds?: readonly [number, number];
  readonly out?: string;
  readonly json?: boolean;
}

const COLUMNS = ['examinee', 'ability', 'se', 'atBound', 'answers'] as const;
const CATEGORY_COLUMNS = [...COLUMNS, 'score', 'scoreSe'] as const;

const EXAMPLES = `
Examples:
  thetarank score --parameters items.csv --responses answers.csv > abilities.csv
  thetarank score --parameters items.csv --responses answers.csv --estimator wle --bounds -4:4 --out abilities.csv

Items with several categories, from calibrate fit --irt-model graded, gpcm, beta, nominal or auto, also give the score on all items of the
file of parameters with its standard error, in points: answered items as they were answered, the others as expected at the ability.

P = c + (d − c) / (1 + exp(−a(θ − b))), without a factor 1.7; c is 0 and d is 1 if the file has no such column.
The standard error is empty if the answers say nothing about the ability. For an examinee without answers, map and eap
give the prior, ml and wle an empty ability.`;

/** `thetarank score`: the ability of every examinee of a file of answers, given item parameters. */
export function addScoreCommand(program: Command): void {
  program
    .command('score')
    .description(
      'Estimate the ability of every examinee from recorded answers and item parameters.',
    )
    .requiredOption(
      '--parameters <file>',
      'item parameters, CSV: item,a,b,c,d, or those of items with several categories',
    )
    .requiredOption(
      '--responses <file>',
      'recorded answers, CSV: examinee, then one column per item; of nominal items examinee,item,choice',
    )
    .option('--estimator <name>', `one of ${ESTIMATORS.join(', ')}`, 'eap')
    .option(
      '--prior <normal:mean:sd>',
      'prior of ability for map and eap (default: normal:0:1)',
      normalPrior,
    )
    .option(
      '--bounds <low:high>',
      `lowest and highest ability (default: ${DEFAULT_BOUNDS.join(':')})`,
      bounds,
    )
    .option(
      '--out <file>',
      'write the CSV there instead of printing it; never leaves a partial file',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runScore);
}

function runScore(options: ScoreOptions): void {
  const estimator = estimatorOf(options.estimator);
  const hasPrior = estimator === 'map' || estimator === 'eap';
  if (options.prior !== undefined && !hasPrior)
    fail('OPTIONS_CONFLICT', {
      options: '--prior',
      reason: `${estimator} uses no prior. Remove --prior, or use --estimator map or eap.`,
    });
  keepInputs(options.out, options);
  if (options.out !== undefined) checkWritable([options.out]);
  const prior = options.prior ?? STANDARD_NORMAL;
  const range = options.bounds ?? DEFAULT_BOUNDS;
  const settings = { estimator, prior, bounds: range };
  const shown = { estimator, prior: hasPrior ? prior : null, bounds: range };
  if (hasCategoryParameters(options.parameters)) {
    const progress = lateProgress('estimating');
    try {
      print(scoreCategories(options, settings, progress.reach), CATEGORY_COLUMNS, shown, options);
    } finally {
      progress.stop();
    }
    return;
  }
  const { examinees, items, scores } = readResponses(options.responses).matrix;
  const parameters = parametersOf(items, options).parameters;
  const progress = lateProgress('estimating');
  let result: ExamineeScores;
  try {
    result = scoreExaminees(parameters, scores, settings, progress.reach);
  } finally {
    progress.stop();
  }
  const scored = examinees.map((examinee, i): ScoredExaminee => {
    const [ability, se] = [result.ability[i], result.se[i]];
    const atBound = result.atBound[i] === 1;
    return {
      examinee,
      ability: Number.isNaN(ability) ? null : ability,
      se: knownError({ se, atBound }, settings.bounds),
      atBound,
      answers: result.answers[i],
    };
  });
  print(scored, COLUMNS, shown, options);
}

function print<Scored extends ScoredExaminee>(
  examinees: readonly Scored[],
  columns: readonly (keyof Scored & string)[],
  settings: { estimator: EstimatorName; prior: NormalPrior | null; bounds: readonly number[] },
  { out, json, responses }: ScoreOptions,
): void {
  const csv = () =>
    toCsv(
      columns,
      examinees.map((examinee) => columns.map((column) => examinee[column] as string | number)),
    );
  if (out !== undefined) writeFileWhole(out, csv());
  if (json) console.log(JSON.stringify({ ...settings, examinees }, null, 2));
  else if (out === undefined) process.stdout.write(csv());
  if (out === undefined) return;
  const say = json ? printNote : printText;
  say(
    `Written to ${out}: ${count(examinees.length)} abilities by ${settings.estimator}. Next: to see what a short adaptive test would give: thetarank rank --responses ${responses}`,
  );
}

function estimatorOf(name: string): EstimatorName {
  const known: readonly string[] = ESTIMATORS;
  if (!known.includes(name))
    fail('NAME_UNKNOWN', { kind: 'estimator', name, nearest: nearestNames(name, known) });
  return name as EstimatorName;
}
