import type { Table, Told } from './document.ts';
import { cellText } from './page-table.ts';
import { textTable } from './text-table.ts';

/** Rows of a table that a terminal shows. */
const ROWS = 20;
const REST = '--json, --report';

/**
 * A document for a terminal: without charts, and with the first rows of its tables.
 * @param written files that hold the rest
 * @param rest options that show all rows
 */
export function documentText(
  { lead, facts = [], sections = [], next }: Told,
  written: readonly string[] = [],
  rest = REST,
): string {
  const head = [lead ?? [], facts.map(([name, value]) => `${name}: ${value}`)].flat();
  const end = [
    ...(written.length === 0 ? [] : [`Written: ${written.join(', ')}.`]),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ];
  return [textOf(head), ...sections.map((section) => sectionText(section, rest)), textOf(end)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function sectionText(
  { heading, table, paragraphs = [], forest, charts }: NonNullable<Told['sections']>[number],
  rest: string,
): string {
  const isOnlyDrawn =
    table === undefined && paragraphs.length === 0 && (forest ?? charts) !== undefined;
  if (isOnlyDrawn) return '';
  return textOf([
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...(table === undefined ? [] : tableLines(table, rest)),
    ...paragraphs,
  ]);
}

const textOf = (lines: readonly string[]) => lines.join('\n').replaceAll('`', '');

/** What is not defined; a column of nothing else is left out. */
const NONE = '–';

function tableLines({ columns, rows, limit = ROWS, isSpread }: Table, rest: string): string[] {
  const cells = rows.map((row) => row.map((cell) => cellText(cell).replaceAll('\n', '; ')));
  const shown = columns.flatMap((column, k) => {
    const isEmpty = k > 0 && cells.every((row) => row[k] === NONE);
    return isEmpty ? [] : [{ ...column, k }];
  });
  const heads = shown.map(({ name, unit }) => (unit === undefined ? name : `${name}, ${unit}`));
  const told = places(rows.length, limit, isSpread).map((place) =>
    shown.map(({ k }) => cells[place][k]),
  );
  const parts = partsOf(heads, told);
  const hidden = parts.slice(MOST_PARTS).flat().length;
  return [
    parts
      .slice(0, MOST_PARTS)
      .map((part) =>
        textTable(
          [0, ...part].map((k) => ({
            head: heads[k],
            align: shown[k].numeric === true ? 'right' : 'left',
          })),
          told.map((row) => [0, ...part].map((k) => row[k])),
        ),
      )
      .join('\n\n'),
    ...(hidden === 0 ? [] : [`and ${hidden} more columns (${rest})`]),
    ...(rows.length > limit ? [`and ${rows.length - limit} more (${rest})`] : []),
    ...shown.flatMap(({ name, help }) => (help === undefined ? [] : [`${name}: ${help}`])),
  ];
}

/** A table with more columns than this is divided where those behind the first one are wider together, in characters, */
const MANY = 5;
const WIDEST = 160;
/** into parts of this width, of which the first are printed. */
const WIDTH = 130;
const MOST_PARTS = 6;
const GAP = 2;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

/** The columns behind the first one, in parts that are not too wide. */
function partsOf(heads: readonly string[], rows: readonly (readonly string[])[]): number[][] {
  const widths = heads.map((head, k) =>
    Math.max(...[head, ...rows.map((row) => row[k])].map(({ length }) => length + GAP)),
  );
  const behind = widths.slice(1);
  if (heads.length <= MANY || sumOf(behind) <= WIDEST) return [behind.map((_, k) => k + 1)];
  const parts: number[][] = [[]];
  let left = WIDTH;
  behind.forEach((own, k) => {
    if (own > left && parts.at(-1)!.length > 0) {
      parts.push([]);
      left = WIDTH;
    }
    parts.at(-1)!.push(k + 1);
    left -= own;
  });
  return parts;
}

/** The rows that are shown: the first ones; or the first and the last, and others spread between them. */
function places(rows: number, limit: number, isSpread = false): number[] {
  if (rows <= limit || !isSpread) return Array.from({ length: Math.min(rows, limit) }, (_, k) => k);
  return Array.from({ length: limit }, (_, k) => Math.round((k * (rows - 1)) / (limit - 1)));
}
