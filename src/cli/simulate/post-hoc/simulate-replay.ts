import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type NamedRule,
  STOPS,
  selectProblem,
  selectRule,
  stopProblem,
} from '../../../../sim/monte-carlo/design/rules.ts';
import {
  type ReplayLength,
  type ReplayRequest,
  replay,
  replaySteps,
} from '../../../../sim/replay/replay.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../cat/bank.ts';
import { UNMIXED, type Unmixed } from '../../../cat/estimate-so-far.ts';
import { SELECT_NAMES } from '../../../cat/select/selectors.ts';
import { fail } from '../../../errors.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../../files/write/write.ts';
import {
  ESTIMATORS,
  type EstimatorName,
  type NormalPrior,
  STANDARD_NORMAL,
} from '../../../irt/estimate/estimate.ts';
import { nearestNames } from '../../../nearest.ts';
import { type Rule as FlagRule, ruleOf } from '../../../operations/simulate/rules.ts';
import { shellWord } from '../../../shell-word.ts';
import { parametersOf } from '../../../workflow/parameters-of.ts';
import { type BankOptions, readBank } from '../../options/bank-source.ts';
import { bounds, keepInputs, normalPrior } from '../../options/options.ts';
import { lateProgress } from '../../output/late-progress.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { printNote, printText } from '../../output/typed-commands.ts';
import { type ReplayReport, replayText } from './replay-report.ts';

/** The options of `simulate post-hoc` for tests on given item parameters. */
export interface ReplayOptions {
  readonly parameters?: string;
  readonly estimator?: EstimatorName;
  readonly selector?: FlagRule;
  readonly stopping?: FlagRule;
  readonly start?: number;
  readonly prior?: NormalPrior;
  readonly bounds?: readonly [number, number];
  readonly unmixed?: Unmixed;
  readonly steps?: string;
}

/** What such tests take of the other options of the command. */
interface RunOptions extends ReplayOptions, BankOptions {
  readonly lengths?: number[];
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
}

/** Options that mean something with --parameters only, */
export const REPLAY_ONLY = [
  'estimator',
  'selector',
  'stopping',
  'start',
  'prior',
  'bounds',
  'unmixed',
  'steps',
] as const satisfies readonly (keyof ReplayOptions)[];
/** and those that mean something without it only. */
const CALIBRATED_ONLY = {
  bank: '--bank',
  families: '--families',
  strategies: '--strategies',
  split: '--split',
  folds: '--folds',
  calibrationModels: '--calibration-models',
  compare: '--compare',
  seeds: '--seeds',
  plot: '--plot',
  costs: '--costs',
  maxCost: '--max-cost',
} as const;

const DEFAULT_LENGTHS = [30, 100, 243];
/** Rules of stopping without costs of the items. */
const STOP_NAMES = Object.keys(STOPS).filter((name) => name !== 'budget');

/** Adds the options of tests on given item parameters. */
export function addReplayOptions(command: Command): Command {
  return command
    .optionsGroup('Given item parameters (with --responses):')
    .option(
      '--parameters <file>',
      'item parameters, CSV: item,a,b,c,d; items are matched by name; flagged items are asked too',
    )
    .addOption(
      new Option('--estimator <name>', 'estimator of ability (default: ml)').choices(ESTIMATORS),
    )
    .option(
      '--selector <rule>',
      'how items are chosen, such as randomesque:best=10 (default: maximum-information)',
      oneRule,
    )
    .option(
      '--stopping <rule>',
      'when a test ends before its length, such as standard-error:below=0.3:least=10 (default: length)',
      oneRule,
    )
    .option('--start <ability>', 'ability for which the first item is chosen (default: 0)', ability)
    .option(
      '--prior <normal:mean:sd>',
      'prior of ability for map and eap, and for ml as long as the likelihood has no maximum (default: normal:0:1)',
      normalPrior,
    )
    .option(
      '--bounds <low:high>',
      `lowest and highest ability (default: ${DEFAULT_BOUNDS.join(':')})`,
      bounds,
    )
    .addOption(
      new Option(
        '--unmixed <rule>',
        'estimate of ml as long as all answers are right or all are wrong: eap, or the bound of ability as in catR (default: eap)',
      ).choices(UNMIXED),
    );
}

/** Reads one rule with its options. */
function oneRule(text: string): FlagRule {
  const rule = text.includes(',') ? null : ruleOf(text);
  if (rule === null)
    throw new InvalidArgumentError(
      'Accepted: one rule, with its options, such as randomesque:best=10.',
    );
  return rule;
}

function ability(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('Accepted: a number, such as -0.5.');
  return value;
}

/** `simulate post-hoc --parameters`: adaptive tests of recorded examinees on given item parameters. */
export async function runReplay(options: RunOptions, command: Command): Promise<void> {
  checkOptions(options, command);
  const { bank: recorded } = await readBank(options);
  const { responses: file, parameters: parameterFile } = options as {
    responses: string;
    parameters: string;
  };
  const files = { responses: file, parameters: parameterFile };
  const { items } = recorded.responses;
  const { parameters, unused } = parametersOf(items, files, printNote);
  const fitting = DEFAULT_LENGTHS.filter((length) => length <= items.length);
  const stopping = named(options.stopping ?? 'length');
  const selector = named(options.selector ?? 'maximum-information');
  checkRules(selector, stopping);
  const { rule: stop, ...stopOptions } = stopping;
  const request: ReplayRequest = {
    recorded,
    bank: prepareBank(items, parameters, {}, options.bounds ?? DEFAULT_BOUNDS),
    rules: {
      estimator: options.estimator ?? 'ml',
      unmixed: options.unmixed ?? 'eap',
      prior: options.prior ?? STANDARD_NORMAL,
      start: options.start ?? 0,
      select: selectRule(selector),
    },
    lengths: options.lengths ?? (fitting.length > 0 ? fitting : [items.length]),
    stop: (length) => STOPS[stop].of(stopOptions as Record<string, number>, length),
    seed: options.seed,
  };
  const progress = lateProgress('testing');
  const steps = replaySteps(request);
  let done = 0;
  let lengths: ReplayLength[];
  try {
    lengths = replay(request, () => progress.reach(++done / steps));
  } finally {
    progress.stop();
  }
  const report: ReplayReport = {
    ...files,
    fullScore: recorded.fullScore,
    items: items.length,
    itemsWithoutAnswers: unused,
    rules: { ...request.rules, stopping, bounds: request.bank.bounds },
    seed: options.seed,
    lengths,
  };
  await print(report, options);
}

async function print(report: ReplayReport, { out, steps, json }: RunOptions): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const write = () => {
    if (out !== undefined) writeFileWhole(out, /\.csv$/i.test(out) ? testsCsv(report) : text);
    if (steps !== undefined) writeFileWhole(steps, stepsCsv(report));
    return [out, steps].filter((path) => path !== undefined);
  };
  await printedAnyway(write, (written) => {
    if (json) {
      process.stdout.write(text);
      return;
    }
    printText(
      [
        replayText(report),
        ...(written === null || written.length === 0
          ? []
          : [`Written to ${written.join(' and ')}.`]),
        out === undefined && steps === undefined
          ? 'Next: to write every test add --out tests.csv; to write every item asked add --steps steps.csv'
          : `Next: for the same on calibrations without the tested examinee: thetarank simulate post-hoc --responses ${shellWord(report.responses)}`,
      ].join('\n\n'),
    );
  });
}

function checkOptions(options: RunOptions, command: Command): void {
  for (const [name, flag] of Object.entries(CALIBRATED_ONLY))
    if (command.getOptionValueSource(name) === 'cli')
      fail('OPTIONS_CONFLICT', {
        options: `--parameters, ${flag}`,
        reason: `${flag} only works with calibrations that thetarank makes. Leave one of the options out.`,
      });
  if (options.responses === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--parameters',
      reason: 'needs the recorded answers to these items; add --responses FILE.',
    });
  keepInputs(options.steps, options, '--steps');
  if (options.steps === undefined) return;
  if (options.out !== undefined && resolve(options.out) === resolve(options.steps))
    fail('OPTIONS_CONFLICT', {
      options: '--out, --steps',
      reason: `both are ${options.out}. Choose another place for one of them.`,
    });
  if (!/\.csv$/i.test(options.steps))
    fail('OPTION_INVALID', {
      option: '--steps',
      found: options.steps,
      accepted: 'the name of a file that ends in .csv',
    });
  checkWritable([options.steps]);
}

function named(rule: FlagRule): NamedRule {
  return typeof rule === 'string' ? { rule } : (rule as NamedRule);
}

/** @throws NAME_UNKNOWN, OPTION_INVALID */
function checkRules(selector: NamedRule, stopping: NamedRule): void {
  const known = (kind: string, name: string, all: readonly string[]) => {
    if (!all.includes(name)) fail('NAME_UNKNOWN', { kind, name, nearest: nearestNames(name, all) });
  };
  known('selector', selector.rule, SELECT_NAMES);
  known('rule of stopping', stopping.rule, STOP_NAMES);
  const problems = [
    ['--selector', selectProblem(selector)],
    ['--stopping', stopProblem(stopping)],
  ] as const;
  for (const [option, problem] of problems)
    if (problem !== null) fail('OPTION_INVALID', { option, ...problem });
}

const TEST_COLUMNS = [
  ...['length', 'examinee', 'items', 'ability', 'se', 'atBound', 'fullAbility', 'fullSe'],
  ...['score', 'low', 'high', 'actual', 'stopped', 'missing'],
  ...['randomAbility', 'randomSe', 'randomScore', 'randomLow', 'randomHigh'],
];

/** One row per test. */
function testsCsv({ lengths }: ReplayReport): string {
  return toCsv(
    TEST_COLUMNS,
    lengths.flatMap(({ length, examinees }) =>
      examinees.map((one) => [
        ...[length, one.examinee, one.items, one.ability, one.se, one.atBound],
        ...[one.full.ability, one.full.se],
        ...[one.score, one.low, one.high, one.actual, one.stopped, one.missing],
        ...[one.random.ability, one.random.se],
        ...[one.random.score, one.random.low, one.random.high],
      ]),
    ),
  );
}

/** One row per item asked. */
function stepsCsv({ lengths }: ReplayReport): string {
  return toCsv(
    ['length', 'examinee', 'place', 'item', 'score', 'ability', 'se', 'atBound'],
    lengths.flatMap(({ length, examinees }) =>
      examinees.flatMap(({ examinee, steps }) =>
        steps.map(({ item, score, ability, se, atBound }, k) => [
          ...[length, examinee, k + 1, item, score, ability, se, atBound],
        ]),
      ),
    ),
  );
}
