import type { Table } from './document.ts';

/**
 * A table that is shown whole and needs no caption; columns of numbers alone are set to the right.
 * @param right further columns that are
 */
export function plainTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  right: readonly string[] = [],
): Table {
  const isNumeric = (k: number) => rows.every((row) => typeof row[k] !== 'string');
  return {
    caption: '',
    columns: columns.map((name, k) => ({ name, numeric: right.includes(name) || isNumeric(k) })),
    rows,
    limit: Number.POSITIVE_INFINITY,
  };
}

/** The same with a caption, for pages. */
export function captionedTable(
  caption: string,
  columns: readonly string[],
  rows: Table['rows'],
  right: readonly string[] = [],
): Table {
  return { ...plainTable(columns, rows, right), caption };
}
