import { z } from 'zod';
import { fail } from '../../src/errors.ts';
import { nearNames } from '../../src/nearest.ts';
import { acceptedInWords } from '../../src/text/accepted-in-words.ts';
import { synthesisSchema } from './configuration-schema.ts';

type Issue = z.core.$ZodIssue;

/** The most characters of a key that are repeated. */
const LONGEST_KEY = 40;

/** The path of a value, such as `models[0].price.prompt`. */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${String(part)}`;
  }
  return text;
}

/** Refuses a value of a file. @throws FILE_INVALID */
export function invalid(
  file: string,
  path: readonly PropertyKey[],
  found: string,
  accepted: string,
): never {
  return fail('FILE_INVALID', { file, where: pathText(path), found, accepted });
}

/** The shape of a configuration, and the file that says which fields there are. */
export interface SchemaOfFile {
  readonly schema: z.ZodType;
  readonly file: string;
  /** Whether texts are left out everywhere, because any may be a misplaced API key; by default those of models are. */
  readonly isSecret?: boolean;
}

const SYNTHESIS: SchemaOfFile = {
  schema: synthesisSchema,
  file: 'docs/schema/synthesis.schema.json',
};

/**
 * The first error in a configuration: where, what was found, what is accepted. Unknown fields come first, because the intended
 * field is then missing as well.
 */
export function describeProblem(
  value: unknown,
  error: z.ZodError,
  { schema, file, isSecret = false }: SchemaOfFile = SYNTHESIS,
): { readonly where?: string; readonly found: string; readonly accepted: string } {
  const issue = worst((error.issues as Issue[]).map(innermost));
  const where = issue.path.length === 0 ? {} : { where: pathText(issue.path) };
  if (issue.code === 'unrecognized_keys') {
    const forms = formsAt(schema, issue.path);
    const near = issue.keys.flatMap((key) => meantKeys(key.slice(0, LONGEST_KEY), forms));
    return {
      ...where,
      found: `the unknown key ${issue.keys.map((one) => JSON.stringify(one.slice(0, LONGEST_KEY))).join(', ')}`,
      accepted: `the keys in ${file}${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`,
    };
  }
  return { ...where, found: foundAt(value, issue.path, isSecret), accepted: acceptedBy(issue) };
}

function worst(issues: readonly Issue[]): Issue {
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<PropertyKey, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** The schemas of an object at a path. */
function formsAt(schema: z.ZodType, path: readonly PropertyKey[]): JsonSchema[] {
  let here = formsOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  for (const part of path)
    here = here.flatMap((of) =>
      formsOf(typeof part === 'number' ? of.items : of.properties?.[part]),
    );
  return here;
}

function formsOf(schema: JsonSchema | undefined): JsonSchema[] {
  if (schema === undefined) return [];
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(formsOf)];
}

/** The keys that a mistyped one may have meant, at its place or within an object there, such as `sampling.temperature`. */
function meantKeys(key: string, forms: readonly JsonSchema[]): string[] {
  const fields = forms.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const here = nearNames(
    key,
    fields.map(([name]) => name),
  );
  if (here.length > 0) return here;
  return fields.flatMap(([name, schema]) => {
    const within = formsOf(schema).flatMap(({ properties }) => Object.keys(properties ?? {}));
    return nearNames(key, within).map((field) => `${name}.${field}`);
  });
}

/** The error of a value that matches none of several forms, in the form that it comes closest to. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const depth = (issues: readonly Issue[]) =>
    Math.max(
      ...issues.map(
        ({ path, code }) =>
          2 * path.length + (code === 'invalid_type' || code === 'invalid_value' ? 0 : 1),
      ),
    );
  const [closest] = [...issue.errors].sort((x, y) => depth(y) - depth(x));
  const inner = innermost(worst(closest));
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function acceptedBy(issue: Issue): string {
  // zod says only that the field that distinguishes the forms matches none of them.
  if (issue.code === 'invalid_union') return 'pairs or alone';
  return acceptedInWords(issue);
}

/** The value at a path. Texts of models are not shown, because one may be a misplaced API key. */
function foundAt(value: unknown, path: readonly PropertyKey[], isSecret: boolean): string {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return 'nothing';
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  if (found === undefined) return 'nothing';
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list';
  if (typeof found === 'object' && found !== null) return 'an object';
  if (typeof found !== 'string') return String(found);
  const isOfModel = path.some((key) => key === 'models' || key === 'heldOut');
  if (isSecret || path[0] === 'defaults' || (isOfModel && path.at(-1) !== 'name')) return 'a text';
  return JSON.stringify(found.length > 40 ? `${found.slice(0, 40)}…` : found);
}
