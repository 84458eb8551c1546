import { type Item, itemSchema } from './item.ts';

/** One thing that is wrong with an item. */
export interface ItemProblem {
  /** Where it is, such as `options.B` or `key[0].question`; empty if it is the whole. */
  readonly path: string;
  readonly message: string;
}

export type ItemValidation =
  | { readonly item: Item; readonly problems?: never }
  | { readonly item?: never; readonly problems: readonly ItemProblem[] };

/** Most problems that are named: a hostile item has one in each of its thousand tags. */
const MOST_PROBLEMS = 20;

/** The item that `value` is (as from JSON), or what is wrong with it. Meaning is checked once the shape is right. */
export function validateItem(value: unknown): ItemValidation {
  const proto = protoField(value);
  if (proto !== undefined) return { problems: [{ path: proto, message: 'a field __proto__' }] };
  const result = itemSchema.safeParse(value);
  if (result.success) return { item: result.data };
  const problems = result.error.issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({
    path: pathText(path),
    message: message.slice(0, 300),
  }));
  return { problems };
}

/** Where a field `__proto__` stands, which the schema would drop without a word; it refuses all deeper objects but these. */
function protoField(value: unknown): string | undefined {
  const has = (object: unknown) =>
    typeof object === 'object' && object !== null && Object.hasOwn(object, '__proto__');
  if (has(value)) return '';
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return fields.find(([, field]) => has(field) || (Array.isArray(field) && field.some(has)))?.[0];
}

/** Problems on one line, for reports. */
export function problemsText(problems: readonly ItemProblem[]): string {
  return problems
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}

function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${String(part).slice(0, 40)}`;
  }
  return text;
}
