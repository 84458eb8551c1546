import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type {
  EndpointOptions,
  endpointSchema,
} from '../../examinee/endpoint/configuration/configuration.ts';
import type { SettingWords } from '../../examinee/endpoint/configuration/setting-words.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { GivenValues, NamedValues } from '../options/named-values.ts';
import { positiveNumber, wholeNumber } from '../options/options.ts';

/** The settings of `--model-arg`: how requests to the models are made. */
export const MODEL_ARGS = {
  temperature: {
    read: temperature,
    help: 'sampling temperature (default: 0), or "default" for that of the endpoint',
  },
  'max-tokens': {
    read: wholeNumber(1),
    help: 'longest answer in tokens, thinking included (default: 2048)',
  },
  'key-variable': { read: String, help: 'environment variable that holds the API key' },
  price: {
    read: price,
    help: 'IN:OUT, dollars per million prompt and completion tokens, such as 0.15:0.60',
  },
  timeout: {
    read: atMost(86_400, positiveNumber),
    help: 'longest wait for an answer in seconds (default: 600)',
  },
  retries: {
    read: atMost(100, wholeNumber(0)),
    help: 'requests after the first one, if it fails in a way that may pass (default: 6)',
  },
  stream: { read: yesOrNo, help: 'yes: answers are streamed; use it if they take minutes' },
  rpm: { read: wholeNumber(1), help: 'most requests per minute' },
  tpm: { read: wholeNumber(1), help: 'most tokens per minute' },
  'extra-body': {
    read: jsonObject,
    help: 'additional fields of each request, such as {"top_k": 20}',
  },
} satisfies NamedValues;

const flag = (name: keyof typeof MODEL_ARGS): string => `-M ${name}`;

/** How hints call the settings of a model that is given by `--model`. */
export const FLAG_WORDS: SettingWords = {
  keyVariable: flag('key-variable'),
  price: `${flag('price')}=IN:OUT`,
  maxTokens: flag('max-tokens'),
  sampling: flag('temperature'),
  extraBody: flag('extra-body'),
  extraHeaders: 'extraHeaders in --models-file',
  timeoutSeconds: flag('timeout'),
  retries: flag('retries'),
  concurrency: '--concurrency',
  requestsPerMinute: flag('rpm'),
  tokensPerMinute: flag('tpm'),
  all: 'the settings of the model (-M NAME=VALUE)',
};

export type ModelArgs = GivenValues<typeof MODEL_ARGS>;

const DEFAULT_MOST_TOKENS = 2048;

/** The settings of all models that do not say otherwise in their file. @param inFlight items of one model in flight */
export function endpointSettings(
  args: ModelArgs,
  inFlight: number,
): Partial<z.input<typeof endpointSchema>> & Pick<EndpointOptions, 'sampling'> {
  const { temperature: t = 0, 'max-tokens': maxTokens = DEFAULT_MOST_TOKENS } = args;
  const given = {
    keyVariable: args['key-variable'],
    price: args.price,
    extraBody: args['extra-body'],
    requestsPerMinute: args.rpm,
    tokensPerMinute: args.tpm,
    timeoutSeconds: args.timeout,
    retries: args.retries,
    stream: args.stream,
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    sampling: { maxTokens, ...(t === null ? {} : { temperature: t }) },
    concurrency: Math.max(64, inFlight),
  };
}

function atMost(most: number, read: (text: string) => number): (text: string) => number {
  return (text) => {
    const value = read(text);
    if (value > most) throw new InvalidArgumentError(`Accepted: at most ${most}.`);
    return value;
  };
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

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Accepted: yes or no.');
  return text === 'yes';
}

function jsonObject(text: string): Record<string, z.core.util.JSONType> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidArgumentError('Accepted: a JSON object, such as {"top_k": 20}.');
  return value as Record<string, z.core.util.JSONType>;
}
