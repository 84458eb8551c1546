import { fail } from '../../../errors.ts';
import type { EndpointConfiguration } from './configuration.ts';
import { secretForms } from './secret-forms.ts';
import { FIELD_WORDS, type SettingWords } from './setting-words.ts';

/** Sent where an endpoint needs no key: some insist on a header all the same. */
const NO_KEY = 'none';
/** A header written in the configuration with at least this number of characters may be a misplaced key. */
const SHORTEST_LITERAL = 16;
const REPLACEMENT = '[key]';
/** What looks like a key, wherever it comes from. */
const LIKE_A_KEY = /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}|\bsk-[\w-]{8,}/gi;

export interface Secrets {
  /** Headers with the key. They go to the endpoint and nowhere else. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes the secrets themselves out of an output. */
  clean(output: string): string;
  /** For messages: takes out the secrets and what looks like one. */
  redact(text: string): string;
}

/**
 * Reads the key of an examinee, and the headers that are in the environment.
 * @param words for settings in hints
 * @throws KEY_MISSING if a variable is not set or empty; OPTION_INVALID for what no header can hold
 */
export function readSecrets(
  { name, keyVariable, extraHeaders }: EndpointConfiguration,
  env: Readonly<Record<string, string | undefined>>,
  words: SettingWords = FIELD_WORDS,
): Secrets {
  const read = (variable: string, setting: string): string => {
    const value = env[variable]?.trim() ?? '';
    if (value === '') return fail('KEY_MISSING', { examinee: name, variable, setting });
    if (!/^[\x20-\x7e]+$/.test(value))
      return fail('OPTION_INVALID', {
        option: `environment variable ${variable}`,
        found: 'characters that are not allowed in a header',
        accepted: 'printable ASCII',
      });
    return value;
  };
  const secrets: string[] = [];
  const headers: Record<string, string> = {};
  for (const [header, value] of Object.entries(extraHeaders)) {
    const isVariable = /^\$\w+$/.test(value);
    headers[header.toLowerCase()] = isVariable ? read(value.slice(1), words.extraHeaders) : value;
    if (isVariable || value.length >= SHORTEST_LITERAL)
      secrets.push(headers[header.toLowerCase()].trim());
  }
  const key = keyVariable === null ? NO_KEY : read(keyVariable, words.keyVariable);
  if (keyVariable !== null) secrets.push(key);
  headers.authorization = `Bearer ${key}`;
  const forms = secretForms(secrets);
  const clean = (text: string) =>
    forms.reduce((cleaned, form) => cleaned.replaceAll(form, REPLACEMENT), text);
  return { headers, clean, redact: (text) => clean(text).replace(LIKE_A_KEY, REPLACEMENT) };
}
