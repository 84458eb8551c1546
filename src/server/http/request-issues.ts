import type { z } from 'zod';
import { fail, ThetarankError } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { acceptedInWords, foundAt, LONGEST_ECHO } from '../../text/accepted-in-words.ts';

/** One error in a request. */
export interface RequestIssue {
  readonly field: string;
  readonly found: string;
  readonly accepted: string;
}

/** The most errors that a reply lists. */
const MOST_ISSUES = 10;

/**
 * Refuses a request with all its errors, the first in words.
 * @param part where it was found: `body`, `query` or `path`
 * @throws REQUEST_INVALID
 */
export function refuseRequest(
  part: string,
  schema: z.ZodType,
  given: unknown,
  error: z.ZodError,
): never {
  const issues = error.issues
    .slice(0, MOST_ISSUES)
    .map((issue) => inWords(part, schema, given, issue));
  return fail('REQUEST_INVALID', { ...issues[0], issues } as RequestIssue);
}

/** The issues in an error of `refuseRequest`. */
export function issuesOf(error: unknown): readonly RequestIssue[] | undefined {
  if (!(error instanceof ThetarankError)) return undefined;
  return error.details.issues as readonly RequestIssue[] | undefined;
}

function inWords(
  part: string,
  schema: z.ZodType,
  given: unknown,
  issue: z.core.$ZodIssue,
): RequestIssue {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys;
    const known = fieldsAt(schema, path);
    const nearest = nearestNames(key.slice(0, LONGEST_ECHO), known);
    return {
      field: named(part, path),
      found: `the unknown field "${shortened(key)}"`,
      accepted:
        known.length === 0
          ? 'no such field'
          : `${known.join(', ')}${nearest.length > 0 ? `; did you mean ${nearest[0]}?` : ''}`,
    };
  }
  const found = issue.code === 'custom' && issue.params?.found;
  return {
    field: named(part, path),
    found: found ? String(found) : foundAt(given, issue.path),
    accepted: shortened(acceptedInWords(issue), 400),
  };
}

function named(part: string, path: readonly string[]): string {
  return path.length === 0 ? part : `${part}, ${shortened(path.join('.'))}`;
}

/** Names of the fields that an object at `path` may have; none where it is no plain object. */
function fieldsAt(schema: z.ZodType, path: readonly string[]): string[] {
  let at = schema as unknown as Wrapped | undefined;
  for (const step of path) at = unwrapped(at)?.shape?.[step] ?? unwrapped(at)?.element;
  return Object.keys(unwrapped(at)?.shape ?? {});
}

interface Wrapped {
  readonly shape?: Readonly<Record<string, Wrapped>>;
  readonly element?: Wrapped;
  readonly def?: { readonly innerType?: Wrapped };
}

/** A schema without its optional, nullable or default wrappers. */
function unwrapped(schema: Wrapped | undefined): Wrapped | undefined {
  let at = schema;
  while (at?.def?.innerType !== undefined) at = at.def.innerType;
  return at;
}

function shortened(text: string, most = LONGEST_ECHO): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
