import Table from 'cli-table3';
import { plainText } from '../plain-text.ts';

/** One column of a printed table. */
export interface TextColumn {
  readonly head: string;
  readonly align?: 'left' | 'right' | undefined;
}

const NO_LINES = Object.fromEntries(
  [
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ]
    .flat()
    .map((part) => [part, part === 'middle' ? '  ' : '']),
);

/** A plain table: two spaces between columns, no lines, wide characters counted as wide. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): string {
  const table = new Table({
    head: columns.map((column) => column.head),
    colAligns: columns.map((column) => column.align ?? 'left'),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => row.map(plainText)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
