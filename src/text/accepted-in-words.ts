import type { z } from 'zod';

/** The most characters of a field's name or value in a message: neither is trusted, and a value may be large. */
export const LONGEST_ECHO = 60;

/** What a field accepts, in words, of what zod says was wrong with it. */
export function acceptedInWords(issue: z.core.$ZodIssue): string {
  const isZods = issue.message.startsWith('Invalid input');
  if (issue.code === 'invalid_type' && isZods) return KINDS[issue.expected] ?? issue.expected;
  const isOwn = !/^Too (?:small|big): /.test(issue.message);
  if (!isOwn && issue.code === 'too_small') return boundText(issue, issue.minimum, 'at least');
  if (!isOwn && issue.code === 'too_big') return boundText(issue, issue.maximum, 'at most');
  return issue.message
    .replace(/^Invalid (?:input|option): expected /, '')
    .replace(/^Invalid string: must match pattern /, 'a text that matches ')
    .replace(
      /^Invalid discriminator value. Expected (.*)$/,
      (_, names: string) => `one of ${names.replaceAll("'", '"').replaceAll(' | ', '|')}`,
    );
}

/** What zod calls kinds of values, in words. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** A bound in words: `a number above 0`, `a list of at least 1`. */
function boundText(
  { origin, inclusive = true }: { readonly origin: string; readonly inclusive?: boolean },
  bound: number | bigint,
  atBound: 'at least' | 'at most',
): string {
  if (origin === 'array') return `a list of ${atBound} ${bound}`;
  if (origin === 'string')
    return `a text of ${atBound} ${bound} ${Number(bound) === 1 ? 'character' : 'characters'}`;
  const kind = origin === 'int' ? 'a whole number' : 'a number';
  const beyond = atBound === 'at least' ? 'above' : 'below';
  return `${kind} ${inclusive ? `of ${atBound}` : beyond} ${bound}`;
}

/** The value at a path: numbers and short one-line texts as they are, otherwise the kind. */
export function foundAt(given: unknown, path: readonly PropertyKey[]): string {
  let value = given;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return 'nothing';
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (typeof value === 'string')
    return value.length > LONGEST_ECHO
      ? `a text of ${value.length} characters`
      : JSON.stringify(value);
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}
