import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { fail } from '../../errors.ts';
import {
  type EndpointConfiguration,
  type EndpointOptions,
  endpointConfiguration,
  type endpointSchema,
} from '../../examinee/endpoint/configuration.ts';
import { parseModelAddress } from '../../examinee/endpoint/model-address.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/read-text.ts';
import { PROMPT_LANGUAGES, PROMPT_VARIANTS } from '../../prompt/prompt.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import { dollarsOf } from '../asking/budgets.ts';
import type { DatabaseOptions } from '../options/database-option.ts';
import { names, positiveNumber, wholeNumber } from '../options/options.ts';

/** The options of `rank` for models behind endpoints. */
export interface LiveOptions extends DatabaseOptions {
  readonly model?: string[];
  readonly modelsFile?: string;
  readonly lag: number;
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly variant: string;
  readonly language?: string;
  readonly shots: number;
  readonly shotsFrom: string;
  readonly system?: string;
  readonly temperature: number | null;
  readonly maxTokens: number;
  readonly keyVariable?: string;
  readonly price?: { readonly prompt: number; readonly completion: number };
  readonly extraBody?: Record<string, z.core.util.JSONType>;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly timeout?: number;
  readonly stream?: boolean;
  readonly mode: string;
  readonly pool?: string;
  readonly calibration?: number;
  readonly leaveOut: string[];
  readonly cache: boolean;
  readonly outputs?: boolean;
  readonly unanswered: 'stop' | 'wrong';
}

/** Names of the options that mean something with --model only, as commander has them. */
export const LIVE_ONLY = [
  ...['modelsFile', 'lag', 'concurrency', 'resume', 'dryRun', 'variant', 'language', 'shots'],
  ...['shotsFrom', 'system', 'temperature', 'maxTokens', 'keyVariable', 'price', 'extraBody'],
  ...[
    'rpm',
    'tpm',
    'timeout',
    'stream',
    'mode',
    'pool',
    'calibration',
    'leaveOut',
    'cache',
    'outputs',
    'database',
  ],
] as const;

/** Adds the options of `rank --model`. */
export function addLiveOptions(command: Command): Command {
  command
    .optionsGroup('Models behind endpoints (with --model):')
    .option(
      '--model <name@url>',
      'test a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1 or name=served-id@https://host/v1; may be given several times',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option(
      '--models-file <file>',
      'a JSON list of models, each with its own sampling, price and limits (docs/endpoints.md)',
    )
    .option('--concurrency <n>', 'items of one model in flight at most', wholeNumber(1), 16)
    .option(
      '--lag <n>',
      'answers that may be awaited when the next items are chosen: more is faster, and each choice knows less',
      wholeNumber(1),
      8,
    )
    .option('--resume', 'go on with the last run of the same bank, models and options')
    .option('--dry-run', 'say what it will take, and ask nothing')
    .option('--variant <name>', `prompt: ${PROMPT_VARIANTS.join(' or ')}`, 'cot')
    .option('--language <name>', `prompt in ${PROMPT_LANGUAGES.join(' or ')} (default: the item's)`)
    .option('--shots <k>', 'worked examples before each question', wholeNumber(0), 0)
    .option('--shots-from <tag=value>', 'where examples are taken from', 'split=dev')
    .option('--system <text>', 'system message')
    .option(
      '--temperature <t>',
      "sampling temperature, or the endpoint's own: default",
      temperature,
      0,
    )
    .option('--max-tokens <n>', 'longest answer, thinking included', wholeNumber(1), 2048)
    .option('--key-variable <name>', 'environment variable that holds the key')
    .option('--price <in:out>', 'dollars per million prompt and completion tokens', price)
    .option('--extra-body <json>', 'more fields of each request', jsonObject)
    .option('--rpm <n>', 'requests a minute at most', wholeNumber(1))
    .option('--tpm <n>', 'tokens a minute at most', wholeNumber(1))
    .option('--timeout <seconds>', 'longest wait for an answer', positiveNumber)
    .option('--stream', 'let answers come in pieces: better where they take minutes')
    .option('--mode <name>', `how letters are read: ${EXTRACTION_MODES.join(', ')}`, 'default')
    .option('--pool <file>', 'ask only the items named in this file, one a line')
    .option(
      '--calibration <n>',
      'item parameters that are kept (thetarank calibrate list) in place of those from recorded models; by default with --strategy paper',
      wholeNumber(1),
    )
    .option(
      '--leave-out <a,b>',
      'recorded models that no calibration may see, such as sisters of the model',
      names,
      [],
    )
    .option('--no-cache', 'ask again what was asked before with the same words and settings')
    .addOption(
      new Option(
        '--unanswered <as>',
        'what a question counts as that gets no answer after all retries: stop (its model stops, --resume asks again) or wrong (score 0)',
      )
        .choices(['stop', 'wrong'])
        .default('stop'),
    )
    .option('--outputs', 'with --out: write what models said to answers.jsonl too');
  return command;
}

/** What the models are, by their addresses and their file. @throws OPTION_INVALID, OPTIONS_CONFLICT, FILE_INVALID */
export function readModels(options: LiveOptions): EndpointConfiguration[] {
  const { modelsFile: file } = options;
  const given = (options.model ?? []).map((text) => ({ ...parseModelAddress(text) }));
  const listed: unknown = file === undefined ? [] : parseJson(readText(file).toString('utf8'));
  if (!Array.isArray(listed))
    return fail('FILE_INVALID', {
      file: file!,
      found: 'no JSON list',
      accepted: 'a list of objects with name, baseUrl and model (docs/endpoints.md)',
    });
  const common = shared(options);
  const models = [...given, ...listed].map((own: Partial<EndpointOptions>) => {
    // Field by field: a model that says its temperature still has the limit of tokens.
    const sampling = isObject(own.sampling)
      ? { ...common.sampling, ...own.sampling }
      : own.sampling;
    return endpointConfiguration({ ...common, ...own, ...(sampling && { sampling }) });
  });
  if (models.length === 0)
    fail('OPTIONS_CONFLICT', { options: '--models-file', reason: 'it lists no model.' });
  const seen = new Set<string>();
  for (const { name } of models) {
    if (seen.has(name))
      fail('OPTIONS_CONFLICT', {
        options: '--model',
        reason: `two models are called ${name}; name one otherwise, as in other=${name}@https://host/v1.`,
      });
    seen.add(name);
  }
  return models;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The settings of models that do not say otherwise. */
function shared(options: LiveOptions): Partial<z.input<typeof endpointSchema>> {
  const { temperature: t, maxTokens, keyVariable, price: cost, extraBody } = options;
  const { rpm, tpm, timeout, stream, concurrency } = options;
  return {
    sampling: { maxTokens, ...(t === null ? {} : { temperature: t }) },
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(cost === undefined ? {} : { price: cost }),
    ...(extraBody === undefined ? {} : { extraBody }),
    ...(rpm === undefined ? {} : { requestsPerMinute: rpm }),
    ...(tpm === undefined ? {} : { tokensPerMinute: tpm }),
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
    ...(stream === undefined ? {} : { stream }),
    concurrency: Math.max(64, concurrency),
  };
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

function temperature(text: string): number | null {
  if (text === 'default') return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 10))
    throw new InvalidArgumentError('Accepted: a number from 0 to 10, or default.');
  return value;
}

function price(text: string): { prompt: number; completion: number } {
  const parts = text.split(':').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length !== 2 || !parts.every((part) => part >= 0 && Number.isFinite(part)))
    throw new InvalidArgumentError(
      'Accepted: IN:OUT in dollars per million tokens, such as 0.15:0.60.',
    );
  return { prompt: parts[0], completion: parts[1] };
}

function jsonObject(text: string): Record<string, z.core.util.JSONType> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidArgumentError('Accepted: a JSON object, such as {"top_k": 20}.');
  return value as Record<string, z.core.util.JSONType>;
}
