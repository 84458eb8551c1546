import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import {
  FIELD_WORDS,
  type SettingWords,
} from '../../examinee/endpoint/configuration/setting-words.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { dollarsOf } from '../../operations/asking/budgets.ts';
import { FLAG_WORDS } from '../../operations/asking/flag-words.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import { readModels as modelsOf } from '../../operations/asking/read-models.ts';
import { REUSE_HELP } from '../../operations/asking/reuse-text.ts';
import { TASK_ARGS, type TaskArgs } from '../../operations/asking/task-args.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import { DEFAULT_LAG } from '../../workflow/live/test-defaults.ts';
import { calibrationName } from '../options/calibration-option.ts';
import type { DatabaseOptions } from '../options/database-option.ts';
import { modelArgOption, taskArgOption } from '../options/named-values.ts';
import { names, wholeNumber } from '../options/options.ts';

/** The options of `rank` for models behind endpoints. */
export interface LiveOptions extends DatabaseOptions {
  readonly model?: string[];
  readonly modelsFile?: string;
  readonly modelArg?: ModelArgs;
  readonly taskArg?: TaskArgs;
  readonly lag: number;
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly pool?: string;
  readonly calibration?: CalibrationName;
  readonly leaveOut: string[];
  readonly reuse?: boolean;
  readonly outputs?: boolean;
  /** Asks models that their endpoints do not list. */
  readonly unlisted?: boolean;
}

/** Adds the options of `rank --model`. */
export function addLiveOptions(command: Command): Command {
  return command
    .optionsGroup('Models behind endpoints:')
    .option(
      '--model <name@url>',
      'test a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1 or name=served-id@https://host/v1; repeat for several',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option(
      '--models-file <file>',
      'a JSON list of models, each with its own sampling, price and limits (docs/endpoints.md)',
    )
    .addOption(modelArgOption())
    .addOption(taskArgOption(TASK_ARGS))
    .option('--pool <file>', 'ask only the items named in this file, one per line')
    .option(
      '--calibration <n>',
      'use the item parameters kept under this number (thetarank calibrate list), or current for those in force, instead of the recorded models; then --strategy is paper by default',
      calibrationName,
    )
    .option(
      '--leave-out <a,b>',
      'recorded models to leave out of all calibrations, such as relatives of the tested model',
      names,
      [],
    )
    .optionsGroup('The run (with --model):')
    .option('--budget <dollars>', 'stop before more is spent, such as 5usd; needs -M price=IN:OUT')
    .option('--concurrency <n>', 'most items in flight per model', wholeNumber(1), 16)
    .option(
      '--lag <n>',
      'choose items while up to this many answers are still awaited; higher is faster, but each choice knows fewer answers',
      wholeNumber(1),
      DEFAULT_LAG,
    )
    .option('--resume', 'continue the last run of the same bank, models and options')
    .option('--dry-run', 'print what the run will take, check the endpoints, and ask nothing')
    .option('--reuse', REUSE_HELP)
    .option('--unlisted', UNLISTED_HELP)
    .option('--outputs', 'with --out: write the text of the answers to answers.jsonl too');
}

/** The models of a command, and how hints call their settings: by flags, and by fields for those of a file. */
export interface GivenModels {
  readonly models: readonly EndpointConfiguration[];
  wordsOf(model: string): SettingWords;
}

/** What the models are, by their addresses and their file. @throws OPTION_INVALID, OPTIONS_CONFLICT, FILE_INVALID */
export function readModels({ model = [], modelArg = {}, ...options }: LiveOptions): GivenModels {
  const { models, ofFile } = modelsOf({ model, modelArg, ...options });
  return { models, wordsOf: (name) => (ofFile.has(name) ? FIELD_WORDS : FLAG_WORDS) };
}

/** Dollars of `5usd` or `$5`. @throws OPTION_INVALID */
export function dollars(text: string): number {
  return (
    dollarsOf(text) ??
    fail('OPTION_INVALID', {
      option: '--budget',
      found: `"${text}"`,
      accepted: 'dollars, such as 5usd or $5',
    })
  );
}
