import {
  ITEM_FLAGS,
  type ItemFlag,
  isBarring,
  joinFlags,
  parameterFlags,
} from '../../../calibration/diagnose/item-flags.ts';
import { fail } from '../../errors.ts';
import { type ItemParameters, itemParameters } from '../../irt/parameters.ts';
import { quoted } from '../../text/quoted.ts';
import { decimal, foundNumber } from '../table/decimal.ts';
import { readNewName } from '../table/names.ts';
import { columnIndex, readTable, type Table, type TableRow } from '../table/read-table.ts';
import { isOfCategories } from './read-category-parameters.ts';

/** Item parameters as a file has them. */
export interface ParameterFile {
  readonly items: string[];
  readonly parameters: ItemParameters;
  /** Standard errors, one entry per item, NaN if none is given. Absent if the file has no such column. */
  readonly standardErrors?: StandardErrors;
  /** What the calibration flagged, one entry per item. Absent if the file has no such column. */
  readonly flags?: ItemFlag[][];
}

export interface StandardErrors {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

const HEADER = 'item,a,b and optionally c,d,se_a,se_b,se_c,flag, in any order';
const KNOWN = new Set(['item', 'a', 'b', 'c', 'd', 'flag']);

/** A kind of number in the file: what an empty cell stands for, and what is accepted. */
interface Domain {
  readonly empty: number | null;
  readonly accepted: string;
  /** Whether `value` is accepted in a row with this c. */
  holds(value: number, c: number): boolean;
}

/** Beyond it estimates overflow, or lie on a likelihood that is flat to its last digit. Fits stop far before. */
const FARTHEST = 1e6;

const DOMAINS = {
  a: {
    empty: null,
    accepted:
      'a number from 0.000001 to 1000000; from -1000000 to -0.000001 for an item that works backwards',
    holds: (a) => Math.abs(a) >= 1 / FARTHEST && Math.abs(a) <= FARTHEST,
  },
  b: {
    empty: null,
    accepted: 'a number from -1000000000 to 1000000000',
    holds: (b) => Math.abs(b) <= 1000 * FARTHEST,
  },
  c: {
    empty: 0,
    accepted: 'a number in [0, 1), or an empty cell (0)',
    holds: (c) => c >= 0 && c < 1,
  },
  d: {
    empty: 1,
    accepted: 'a number above c and at most 1, or an empty cell (1)',
    holds: (d, c) => d > c && d <= 1,
  },
  se: {
    empty: Number.NaN,
    accepted: 'a number of at least 0, or an empty cell (not known)',
    holds: (se) => se >= 0,
  },
} as const satisfies Record<string, Domain>;

/**
 * Reads item parameters from a CSV file whose header holds `item,a,b` and, optionally,
 * `c,d,se_a,se_b,se_c,flag`, in any order. An absent or empty c is 0, an absent or empty d is 1. Other columns
 * that begin with `se_` are ignored; any further column is refused, since it may be a misspelt parameter.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readParameters(file: string): ParameterFile {
  const table = readTable(file, HEADER);
  if (isOfCategories(table.columns))
    fail('FILE_INVALID', {
      file,
      found: 'parameters of items with several categories',
      accepted: `${HEADER}; thetarank score reads both`,
    });
  for (const name of ['item', 'a', 'b']) columnIndex(table, name, HEADER);
  checkColumns(table);
  const items = readItems(table);
  const a = readColumn(table, items, 'a', DOMAINS.a);
  const b = readColumn(table, items, 'b', DOMAINS.b);
  const c = readColumn(table, items, 'c', DOMAINS.c);
  const d = readColumn(table, items, 'd', DOMAINS.d, c);
  const parameters = itemParameters({ a, b, c, d }, (j) => items[j]);
  const flags = table.columns.includes('flag') ? { flags: readFlags(table, items) } : {};
  if (!['se_a', 'se_b', 'se_c'].some((name) => table.columns.includes(name))) {
    return { items, parameters, ...flags };
  }
  const standardErrors = {
    a: readColumn(table, items, 'se_a', DOMAINS.se),
    b: readColumn(table, items, 'se_b', DOMAINS.se),
    c: readColumn(table, items, 'se_c', DOMAINS.se),
  };
  return { items, parameters, standardErrors, ...flags };
}

function checkColumns({ file, columns, headerLine }: Table): void {
  const unknown = columns.findIndex((name) => !KNOWN.has(name) && !name.startsWith('se_'));
  if (unknown === -1) return;
  fail('FILE_INVALID', {
    file,
    where: `line ${headerLine}, column ${unknown + 1}`,
    found: `column ${quoted(columns[unknown])}`,
    accepted: HEADER,
  });
}

function readItems({ file, columns, rows }: Table): string[] {
  const column = columns.indexOf('item');
  const known = new Map<string, string>();
  return rows.map(({ cells, line }) =>
    readNewName(cells[column], { file, where: `line ${line}`, kind: 'item' }, known),
  );
}

function readColumn(
  { file, columns, rows }: Table,
  items: readonly string[],
  name: string,
  domain: Domain,
  c?: Float64Array,
): Float64Array {
  const column = columns.indexOf(name);
  return Float64Array.from(rows, ({ cells, line }: TableRow, j) => {
    const cell = column === -1 ? '' : cells[column];
    if (cell === '' && domain.empty !== null) return domain.empty;
    const value = decimal(cell);
    if (!domain.holds(value, c?.[j] ?? 0)) {
      fail('FILE_INVALID', {
        file,
        where: `line ${line}, item ${quoted(items[j])}, column ${name}`,
        found: foundNumber(cell),
        accepted: domain.accepted,
      });
    }
    return value;
  });
}

/** The flags of each item: none in an empty cell, several with a space between. */
function readFlags({ file, columns, rows }: Table, items: readonly string[]): ItemFlag[][] {
  const column = columns.indexOf('flag');
  return rows.map(({ cells, line }, j) => {
    const names = cells[column].split(/\s+/).filter((name) => name !== '');
    const unknown = names.find((name) => !Object.hasOwn(ITEM_FLAGS, name));
    if (unknown !== undefined)
      fail('FILE_INVALID', {
        file,
        where: `line ${line}, item ${quoted(items[j])}, column flag`,
        found: quoted(unknown),
        accepted: `${Object.keys(ITEM_FLAGS).join(', ')}, several of them separated by spaces, or an empty cell`,
      });
    return joinFlags(names as ItemFlag[]);
  });
}

/**
 * The items that adaptive tests leave out, by the flags of a file and by what its parameters tell.
 * @returns one entry per item: 1 if it is one
 */
export function flaggedIn({ parameters, flags = [] }: ParameterFile): Uint8Array {
  const byParameters = parameterFlags(parameters);
  return Uint8Array.from(byParameters, (own, j) =>
    isBarring([...own, ...(flags[j] ?? [])]) ? 1 : 0,
  );
}
