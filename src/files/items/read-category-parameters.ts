import { fail } from '../../errors.ts';
import { type MixedItem, mixedItems } from '../../irt/polytomous/mixed-items.ts';
import { quoted } from '../../text/quoted.ts';
import { decimal, foundNumber } from '../table/decimal.ts';
import { readNewName } from '../table/names.ts';
import { columnIndex, readTable, type TableRow } from '../table/read-table.ts';
import {
  type CategoryParameters,
  CONSTANT,
  type ConstantItem,
  FIRST_COLUMNS,
  parameterColumns,
} from './category-columns.ts';

const HEADER = `${FIRST_COLUMNS.join(',')}, and a,b1,b2,… (dispersion for beta), or slope1,…,intercept1,…`;
const OPTION = /^[A-Z]+$/;
const PARAMETER = /^(a|b[1-9]\d*|dispersion|slope[1-9]\d*|intercept[1-9]\d*)$/;
const MODELS: readonly string[] = ['graded', 'gpcm', 'beta', 'nominal', CONSTANT];

/** Whether a file of parameters is one of items with several categories. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
export function hasCategoryParameters(file: string): boolean {
  return isOfCategories(readTable(file, HEADER).columns);
}

/** Whether columns are those of such a file. */
export function isOfCategories(columns: readonly string[]): boolean {
  return columns.includes('model') && columns.includes('categories');
}

/**
 * Reads parameters of items with several categories, as `calibrate fit` writes them for the models graded, gpcm, beta and nominal.
 * Columns that begin with `se_` are standard errors; others are refused, since they may be misspelt parameters.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID; PARAMETER_INVALID for parameters that no item can have
 */
export function readCategoryParameters(file: string): CategoryParameters {
  const table = readTable(file, HEADER);
  const { columns, headerLine } = table;
  for (const name of FIRST_COLUMNS) columnIndex(table, name, HEADER);
  const isKnown = (name: string) =>
    (FIRST_COLUMNS as readonly string[]).includes(name) ||
    PARAMETER.test(name) ||
    name.startsWith('se_');
  const unknown = columns.findIndex((name) => !isKnown(name));
  if (unknown >= 0)
    fail('FILE_INVALID', {
      file,
      where: `line ${headerLine}, column ${unknown + 1}`,
      found: `column ${quoted(columns[unknown])}`,
      accepted: HEADER,
    });
  const names = new Map<string, string>();
  const all = table.rows.map((row) => readRow(file, columns, row, names));
  const rows = all.filter((row) => 'own' in row);
  if (rows.length === 0)
    fail('FILE_INVALID', {
      file,
      found: 'only items without parameters',
      accepted: 'at least one item with parameters',
    });
  const items = rows.map(({ item }) => item);
  const parameters = rows.map(({ own }) => own);
  mixedItems(parameters, (j) => items[j]);
  return {
    items,
    parameters,
    categories: rows.map(({ categories }) => categories),
    standardErrors: rows.map(({ errors }) => errors),
    constants: all.filter((row) => 'category' in row),
  };
}

interface ModelledRow {
  readonly item: string;
  readonly own: MixedItem;
  readonly categories: readonly string[];
  readonly errors: readonly number[] | null;
}

function readRow(
  file: string,
  columns: readonly string[],
  { cells, line }: TableRow,
  known: Map<string, string>,
): ModelledRow | ConstantItem {
  const where = `line ${line}`;
  const text = (name: string) => cells[columns.indexOf(name)] ?? '';
  const item = readNewName(text('item'), { file, where, kind: 'item' }, known);
  const refuse = (name: string, accepted: string): never =>
    fail('FILE_INVALID', {
      file,
      where: `${where}, item ${quoted(item)}, column ${name}`,
      found: foundNumber(text(name)),
      accepted,
    });
  const model = text('model');
  if (!MODELS.includes(model)) refuse('model', MODELS.join(', '));
  const categories = text('categories').split(' ');
  if (model === CONSTANT) {
    const score = decimal(text('scores'));
    if (!isCategory(text('categories')))
      refuse('categories', 'one score from 0 to 1, or one option as letters');
    if (!(score >= 0 && score <= 1)) refuse('scores', 'a number from 0 to 1');
    return { item, category: text('categories'), score };
  }
  if (!areCategories(categories, model))
    refuse(
      'categories',
      model === 'nominal'
        ? 'different option letters, at least two, with a space between'
        : 'scores from 0 to 1, ascending, at least two, with a space between',
    );
  const scores = text('scores').split(' ').map(decimal);
  if (scores.length !== categories.length || !scores.every((score) => score >= 0 && score <= 1))
    refuse('scores', 'a number from 0 to 1 for each category, with a space between');
  const own = parameterColumns(model, categories.length);
  const number = (name: string): number => {
    const value = decimal(text(name));
    return Number.isNaN(value) ? refuse(name, 'a number') : value;
  };
  const error = (name: string): number => {
    const cell = text(name);
    const value = cell === '' ? Number.NaN : decimal(cell);
    return cell === '' || value >= 0 ? value : refuse(name, 'a number of at least 0, or nothing');
  };
  const errors = own.map((name) => error(`se_${name}`));
  return {
    item,
    own: itemOf(model, own.map(number), categories.length, scores),
    categories,
    errors: errors.every(Number.isNaN) ? null : errors,
  };
}

/** One score, or one option. */
function isCategory(text: string): boolean {
  const level = decimal(text);
  return OPTION.test(text) || (level >= 0 && level <= 1);
}

/** Scores ascend; options are different. */
function areCategories(categories: readonly string[], model: string): boolean {
  if (new Set(categories).size < Math.max(2, categories.length)) return false;
  if (model === 'nominal') return categories.every((one) => OPTION.test(one));
  const levels = categories.map(decimal);
  return levels.every((level, k) => level >= 0 && level <= 1 && (k === 0 || level > levels[k - 1]));
}

/** The item whose parameters are these numbers, in the order of their columns. */
function itemOf(
  model: string,
  values: readonly number[],
  categories: number,
  scores: readonly number[],
): MixedItem {
  if (model === 'nominal')
    return {
      model,
      slopes: values.slice(0, categories),
      intercepts: values.slice(categories),
      scores,
    };
  const [a, ...b] = values;
  if (model === 'beta') return { model, a, b: b[0], dispersion: b[1], categories, scores };
  return { model: model === 'gpcm' ? 'gpcm' : 'graded', a, b, scores };
}
