import { z } from 'zod';
import { fail } from '../../../errors.ts';
import { NAME } from '../../../plain-text.ts';
import { acceptedInWords } from '../../../text/accepted-in-words.ts';
import { baseUrl } from './base-url.ts';

/** Headers that are not to be set: by themselves, or because they carry a key. */
const RESERVED = /^(?:authorization|cookie|host|connection|content-.*|transfer-encoding)$/i;

/** The name of a variable, and no key that looks like one: keys of Hugging Face, Groq and others begin so. */
const VARIABLE = /^(?!(?:hf|gsk|sk)_)[A-Za-z_]\w*$/;

const dollars = z.number().nonnegative().finite();

const fields = z.strictObject({
  /** How the model is called in results. */
  name: z.string().trim().min(1).regex(NAME, 'a name without characters that are not shown'),
  /** The address before `/chat/completions`. */
  baseUrl: z.string(),
  /** How the endpoint calls the model. */
  model: z.string().min(1),
  /** The environment variable that holds the key; null if the endpoint needs none. */
  keyVariable: z
    .string()
    .regex(
      VARIABLE,
      'the NAME of an environment variable that holds the key, such as MY_API_KEY, not the key itself',
    )
    .nullable()
    .optional(),
  /** Absent fields are not sent, so the endpoint's defaults apply. */
  sampling: z
    .strictObject({
      temperature: z.number().min(0).max(10).optional(),
      topP: z.number().gt(0).max(1).optional(),
      /** Of the answer, thinking included. */
      maxTokens: z.int().positive().optional(),
      stop: z.array(z.string().min(1)).min(1).optional(),
      /** Repeat k of a question is sent seed + k. */
      seed: z.int().nonnegative().optional(),
    })
    .default({}),
  /** The first message of every conversation; null for none. */
  systemPrompt: z.string().nullable().default(null),
  /** More fields of the request, such as `reasoning_effort`; they win over everything else but the conversation. */
  extraBody: z.record(z.string(), z.json()).default({}),
  /** More headers. A value `$NAME` is the environment variable NAME, for what must not be written down. */
  extraHeaders: z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/))
    .default({}),
  /** For a whole answer, its thinking included. */
  timeoutSeconds: z.number().positive().max(86_400).default(600),
  /** Whether answers are streamed: proxies may close a connection that is idle for minutes. */
  stream: z.boolean().default(false),
  /** In dollars per million tokens; null if a price is unknown. `cached` is for the part of a prompt the endpoint knew. */
  price: z
    .strictObject({ prompt: dollars, completion: dollars, cached: dollars.optional() })
    .nullable()
    .default(null),
  requestsPerMinute: z.int().positive().nullable().default(null),
  tokensPerMinute: z.int().positive().nullable().default(null),
  /** Requests in flight at most. */
  concurrency: z.int().positive().max(4096).default(64),
  /** Requests after the first one. */
  retries: z.int().nonnegative().max(100).default(6),
});

/** A model behind an endpoint, as it is written in a configuration. It holds no secret. */
export const endpointSchema = fields;
export type EndpointOptions = z.input<typeof fields>;
/** The same with all defaults filled in. */
export type EndpointConfiguration = z.output<typeof fields> & {
  readonly keyVariable: string | null;
};

/**
 * Checks a configuration and fills in defaults.
 * @param at where it is given, for errors
 * @throws OPTION_INVALID with the first invalid field
 */
export function endpointConfiguration(options: unknown, at = 'model'): EndpointConfiguration {
  const parsed = fields.safeParse(options);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue.path.map(String).join('.');
    return fail('OPTION_INVALID', {
      option: path === '' ? at : `${at}, ${path}`,
      found: foundAt(options, issue.path),
      accepted: acceptedInWords(issue),
    });
  }
  const url = baseUrl(parsed.data.baseUrl, `${at}, baseUrl`);
  const { extraHeaders, extraBody } = parsed.data;
  for (const name of Object.keys(extraHeaders))
    if (RESERVED.test(name))
      fail('OPTION_INVALID', {
        option: `${at}, extraHeaders`,
        found: `the header "${name}"`,
        accepted: 'other headers; for the API key use keyVariable',
      });
  for (const name of ['messages', 'stream', 'n'])
    if (Object.hasOwn(extraBody, name))
      fail('OPTION_INVALID', {
        option: `${at}, extraBody`,
        found: `the field "${name}"`,
        accepted: 'other fields than messages, stream and n',
      });
  // A key of OpenAI is sent only to OpenAI, unless the variable is named.
  const usual = new URL(url).hostname === 'api.openai.com' ? 'OPENAI_API_KEY' : null;
  return { ...parsed.data, baseUrl: url, keyVariable: parsed.data.keyVariable ?? usual };
}

/** What stands at a path, unless it may be a secret that was put in the wrong place. */
function foundAt(options: unknown, path: readonly PropertyKey[]): string {
  let value = options;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return 'nothing';
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : `a value of another type (${Array.isArray(value) ? 'list' : typeof value})`;
}
