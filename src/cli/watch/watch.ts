import { type Command, Option } from 'commander';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import type { TaskArgs } from '../../operations/asking/task-args.ts';
import { type FailRule, failRule } from '../../operations/compare/options.ts';
import { RANK_STRATEGIES } from '../../ranking/recorded/rank-request.ts';
import { addLiveOptions } from '../live/live-options.ts';
import { addDatabaseOption, type DatabaseOptions } from '../options/database-option.ts';
import { positiveNumber, readBy, wholeNumber } from '../options/options.ts';
import { scoreTarget } from '../options/score-target.ts';

/** The options of `watch`. */
export interface WatchCommandOptions extends DatabaseOptions {
  readonly bank: string;
  readonly serve?: string;
  readonly model?: string;
  readonly name?: string;
  readonly port: number;
  readonly serveTimeout: number;
  readonly logs?: string;
  readonly match?: string;
  readonly ready?: string;
  readonly stable: number;
  readonly interval: number;
  readonly once?: boolean;
  readonly items?: number;
  readonly growTo?: number;
  readonly strategy: string;
  readonly seed: number;
  readonly calibration?: number;
  readonly leaveOut: string[];
  readonly modelArg?: ModelArgs;
  readonly taskArg?: TaskArgs;
  readonly budget?: string;
  readonly concurrency: number;
  readonly lag: number;
  readonly target?: ScoreTarget;
  readonly failIf?: FailRule;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank watch out --bank my-bank --serve "vllm serve {path} --port {port}"
  thetarank watch out --bank my-bank --ready thetarank.ready --serve "vllm serve {path} --port {port}"
  thetarank watch out --bank my-bank --model "{name}@http://gpu-2:8000/v1" --once --json
  thetarank watch out --bank my-bank --model "{name}@http://gpu-2:8000/v1" --once --fail-if "drop>1.0@0.95"
  thetarank watch http://localhost:8000/v1 --bank my-bank --match "night-*"

Exit codes with --once: 0 all complete checkpoints are tested; 7 --fail-if: a larger loss is shown; 5 a checkpoint is not complete, or another
process is testing it; 4 the budget ended a test; 2 a test failed, or an invalid call; 130 interrupted.

-M and -T take the same settings as in rank (thetarank rank --help). See also: docs/pipelines.md.`;

/** `thetarank watch`: tests each new checkpoint of a folder, or each new model of an endpoint. */
export function addWatchCommand(program: Command): void {
  const command = program
    .command('watch')
    .description(
      'Test each new checkpoint when it appears: in a folder that a training writes to, or in the list of models of an endpoint.',
    )
    .argument('<place>', 'a folder with a subfolder per checkpoint, or the address of an endpoint')
    .optionsGroup('The checkpoints:')
    .requiredOption('--bank <name>', 'the bank, with question text')
    .option(
      '--serve <command>',
      'how to serve a checkpoint: a command with {path}, {name} and {port}, which runs without a shell',
    )
    .option(
      '--model <name@url>',
      'an endpoint that serves the checkpoints by name, such as "{name}@http://localhost:8000/v1"',
    )
    .option(
      '--name <name>',
      'with --serve: how the model is called in results (default: "{folder}/{name}")',
    )
    .option('--match <pattern>', 'only names of this form, such as "checkpoint-*"')
    .option('--ready <name>', 'a checkpoint is complete when it has a file of this name')
    .option(
      '--stable <seconds>',
      'without --ready: it is complete when nothing in it has changed for this time',
      wholeNumber(0),
      60,
    )
    .option('--interval <seconds>', 'seconds between two looks', positiveNumber, 30)
    .option('--once', 'test what is there, and end with an exit code for pipelines')
    .optionsGroup('The server (with --serve):')
    .option('--port <number>', 'its port', wholeNumber(1), 8000)
    .option(
      '--serve-timeout <seconds>',
      'how long it may take to load a checkpoint',
      positiveNumber,
      900,
    )
    .option('--logs <folder>', 'keep its output there, one file per checkpoint')
    .optionsGroup('The test:')
    .option(
      '--items <n>',
      'items per checkpoint (default: 243, or half of a smaller bank)',
      wholeNumber(1),
    )
    .option(
      '--grow-to <n>',
      'a test with an alarm or a wide interval goes on to at most this many items (default: no test grows)',
      wholeNumber(1),
    )
    .option(
      '--strategy <name>',
      `how items are chosen: ${RANK_STRATEGIES.join(', ')} or random`,
      'robust',
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1);
  const live = addLiveOptions(program.createCommand());
  for (const option of live.options)
    if (SHARED.has(option.long!)) command.addOption(option.helpGroup('The test:'));
  addDatabaseOption(
    command
      .optionsGroup('Results:')
      .addOption(
        new Option(
          '--target <score>',
          'score to print: recorded (on this bank) or expected (on items like these)',
        )
          .argParser(scoreTarget)
          .default('expected'),
      )
      .option(
        '--fail-if <rule>',
        'with --once: exit code 7 if a checkpoint has lost more than this many points against the one before, with this one-sided confidence, such as "drop>1.0@0.95"; judges those tested before too',
        readBy(failRule),
      )
      .option('--json', 'print one line of JSON per checkpoint'),
  );
  command.addHelpText('after', EXAMPLES).action(async (place: string, options) => {
    const { runWatch } = await import('./run-watch.ts');
    const isChosen = command.getOptionValueSource('strategy') === 'cli';
    await runWatch(place, options as WatchCommandOptions, isChosen);
  });
}

/** Options of `rank --model` that mean the same here. */
const SHARED: ReadonlySet<string> = new Set([
  ...['--model-arg', '--task-arg', '--calibration', '--leave-out'],
  ...['--budget', '--concurrency', '--lag'],
]);
