import type { Command } from 'commander';
import { Option } from 'commander';
import type { z } from 'zod';
import { type requestedSession, STRATEGIES } from '../../api/sessions.ts';
import { fail } from '../../errors.ts';
import { present } from '../../present.ts';
import { PROMPT_LANGUAGES, PROMPT_VARIANTS } from '../../prompt/prompt.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import { fileJson } from '../../text/file-json.ts';
import { readText } from '../../text/read-text.ts';
import { DEFAULT_ITEMS, DEFAULT_LAG } from '../../workflow/live/test-defaults.ts';
import { dollars } from '../live/live-options.ts';
import { calibrationName } from '../options/calibration-option.ts';
import { wholeNumber } from '../options/options.ts';

type Request = z.input<typeof requestedSession>;

export interface NewSessionOptions {
  readonly bank?: string;
  readonly examinee?: string;
  readonly strategy?: Request['strategy'];
  readonly items?: number;
  readonly calibration?: CalibrationName;
  readonly pretest?: number;
  readonly lag?: number;
  readonly seed?: number;
  readonly model?: string;
  readonly budget?: string;
  readonly scoring?: Request['scoring'];
  readonly variant?: (typeof PROMPT_VARIANTS)[number];
  readonly language?: (typeof PROMPT_LANGUAGES)[number];
  readonly mode?: (typeof EXTRACTION_MODES)[number];
  readonly note?: string;
  readonly request?: string;
}

/** Adds the options that make a session. */
export function addNewSessionOptions(command: Command): Command {
  for (const option of command.options) option.helpGroup('The service:');
  return command
    .optionsGroup('The test:')
    .option('--bank <name>', 'the bank')
    .option('--examinee <name>', 'the model that is tested')
    .addOption(new Option('--strategy <name>', 'how items are chosen').choices(STRATEGIES))
    .option(
      '--items <n>',
      `most items of the test (default: ${DEFAULT_ITEMS}, or half of a smaller bank)`,
      wholeNumber(1),
    )
    .option(
      '--calibration <n>',
      'number of a kept calibration, or current for the one in force',
      calibrationName,
    )
    .option(
      '--pretest <n>',
      'maximum number of pretest items, asked in addition; they do not count (default: 0)',
      wholeNumber(0),
    )
    .option(
      '--lag <n>',
      `items in flight; with a harness 25 to 50, so that it takes few rounds (default: 1, with --model ${DEFAULT_LAG})`,
      wholeNumber(1),
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0))
    .optionsGroup('Asking and scoring:')
    .option(
      '--model <name>',
      'let the service ask this model, by its name in the configuration of the service',
    )
    .option('--budget <dollars>', 'with --model: stop before more is spent, such as 5usd')
    .addOption(
      new Option(
        '--scoring <who>',
        'who scores answers: the caller, or the service by the keys of the items',
      ).choices(['caller', 'service']),
    )
    .addOption(new Option('--variant <name>', 'the prompt').choices(PROMPT_VARIANTS))
    .addOption(new Option('--language <name>', 'language of the prompt').choices(PROMPT_LANGUAGES))
    .addOption(new Option('--mode <name>', 'how answers are extracted').choices(EXTRACTION_MODES))
    .optionsGroup('The request:')
    .option('--note <text>', 'a note for people')
    .option(
      '--request <file>',
      'a JSON object with more of the request (adaptive rules, constraints); options override it',
    );
}

/** The request that the options make. @throws FILE_INVALID, OPTION_INVALID, OPTIONS_CONFLICT */
export function newSessionRequest(options: NewSessionOptions): Request {
  const { request: file, variant, language, mode, budget, ...rest } = options;
  const given = file === undefined ? {} : readObject(file);
  const { strategy, items, calibration, pretest, lag, seed, model, scoring, note } = rest;
  const prompt = present({ variant, language, mode });
  const request = {
    ...given,
    ...present({ bank: rest.bank, examinee: rest.examinee, strategy, items, calibration, lag }),
    ...present({ pretest }),
    ...present({
      seed,
      model,
      scoring,
      note,
      budget: budget === undefined ? undefined : dollars(budget),
    }),
    ...(Object.keys(prompt).length === 0
      ? {}
      : { prompt: { ...(given.prompt as object), ...prompt } }),
  } as Partial<Request>;
  for (const name of ['bank', 'examinee'] as const)
    if (request[name] === undefined)
      fail('OPTIONS_CONFLICT', {
        options: `--${name}`,
        reason: 'a session needs this value; add the option, or a --request FILE that has it.',
      });
  return request as Request;
}

function readObject(file: string): Record<string, unknown> {
  const value = fileJson(file, readText(file).toString('utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  return fail('FILE_INVALID', {
    file,
    found: 'a value that is not a JSON object',
    accepted: 'the body of POST /v1/sessions',
  });
}
