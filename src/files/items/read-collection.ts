import { extname } from 'node:path';
import { fail } from '../../errors.ts';
import { type ItemParameters, itemParameters } from '../../irt/parameters.ts';
import { fileJson } from '../../text/file-json.ts';
import { readLines } from '../../text/read-lines.ts';
import { decimal } from '../table/decimal.ts';
import { columnIndex, readTable } from '../table/read-table.ts';

/** A value, or several, that a field of an item must have. */
export type FieldFilter = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** Parameters of real items, to draw from. */
export interface ItemCollection {
  readonly items: ItemParameters;
  /** Lines that are not among them. */
  readonly leftOut: {
    /** Of a response model other than those with a, b, c and d. */
    readonly otherModels: number;
    /** Whose parameters no item can have, such as an `a` of 0. */
    readonly unusable: number;
    /** That the filter does not take. */
    readonly filtered: number;
  };
}

/** The models whose items have no other parameters than a, b, c and d. */
const MODELS = new Set(['1pl', 'rasch', '2pl', '3pl', '4pl']);
/** Step parameters of models of several categories, such as gpcm. */
const STEP = /^d_\d+$/;
const MOST_ITEMS = 1_000_000;
const ACCEPTED = 'lines with a and b, and optionally c, d, irt_model and fields to filter by';

/**
 * Reads a collection of item parameters: CSV with a header, or JSON Lines (`.jsonl`, `.ndjson`). Of an item a and b are needed; c is 0 and d is 1
 * where they are not given. Lines of other response models are left out, and counted: those whose `irt_model` says so, those without a
 * or b, and those with step parameters `d_1`, `d_2` ….
 * @param scale what every a is multiplied by: 1.7 turns the normal metric into the logistic one
 * @param where fields of a line, and what they must be
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, among others where no item is left
 */
export function readCollection(file: string, scale = 1, where: FieldFilter = {}): ItemCollection {
  const leftOut = { otherModels: 0, unusable: 0, filtered: 0 };
  const columns = { a: [] as number[], b: [] as number[], c: [] as number[], d: [] as number[] };
  for (const fields of readFields(file)) {
    if (!matches(fields, where)) leftOut.filtered++;
    else if (isOtherModel(fields)) leftOut.otherModels++;
    else {
      const [a, b] = [scale * numberOf(fields.a), numberOf(fields.b)];
      const [c, d] = [numberOf(fields.c, 0), numberOf(fields.d, 1)];
      const isUsable =
        a > 0 && Number.isFinite(a) && Number.isFinite(b) && c >= 0 && c < d && d <= 1;
      if (!isUsable) leftOut.unusable++;
      else {
        columns.a.push(a);
        columns.b.push(b);
        columns.c.push(c);
        columns.d.push(d);
      }
      if (columns.a.length > MOST_ITEMS) refuse(file, `more than ${MOST_ITEMS} items`);
    }
  }
  if (columns.a.length === 0)
    refuse(
      file,
      `no items (left out: ${leftOut.otherModels} of other response models, ${leftOut.unusable} with impossible parameters, ${leftOut.filtered} by the filter)`,
    );
  return { items: itemParameters(columns), leftOut };
}

function refuse(file: string, found: string): never {
  return fail('FILE_INVALID', { file, found, accepted: `1 to ${MOST_ITEMS} ${ACCEPTED}` });
}

type Fields = Readonly<Record<string, unknown>>;

function* readFields(file: string): Generator<Fields> {
  if (['.jsonl', '.ndjson'].includes(extname(file).toLowerCase())) {
    for (const { text, line } of readLines(file)) {
      const value = fileJson(file, text, line);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        fail('FILE_INVALID', {
          file,
          where: `line ${line}`,
          found: 'a value that is not a JSON object',
          accepted: ACCEPTED,
        });
      yield value as Fields;
    }
    return;
  }
  const table = readTable(file, 'a,b and optionally c,d,irt_model and fields to filter by');
  for (const name of ['a', 'b']) columnIndex(table, name, ACCEPTED);
  for (const { cells } of table.rows)
    yield Object.fromEntries(
      table.columns.flatMap((name, k) => (cells[k] === '' ? [] : [[name, cells[k]]])),
    );
}

function isOtherModel(fields: Fields): boolean {
  const { irt_model: model } = fields;
  if (model !== undefined && model !== null) return !MODELS.has(String(model).toLowerCase());
  return (
    isMissing(fields.a) ||
    isMissing(fields.b) ||
    Object.keys(fields).some((name) => STEP.test(name))
  );
}

const isMissing = (value: unknown) => value === undefined || value === null;

/** The number in a field; NaN if there is none. */
function numberOf(value: unknown, missing = Number.NaN): number {
  if (isMissing(value)) return missing;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? decimal(value) : Number.NaN;
}

function matches(fields: Fields, where: FieldFilter): boolean {
  return Object.entries(where).every(([name, wanted]) =>
    [wanted]
      .flat()
      .some((one) => Object.hasOwn(fields, name) && String(one) === String(fields[name])),
  );
}
