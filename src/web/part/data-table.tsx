import type { ComponentChildren } from 'preact';

export interface Column<T> {
  readonly name: ComponentChildren;
  readonly cell: (row: T, index: number) => ComponentChildren;
  /** Numbers stand to the right; `name` has room for names; `range` is a column of intervals. */
  readonly kind?: 'text' | 'name' | 'number' | 'close' | 'range';
  /** What it is called where rows are sorted by it. */
  readonly sort?: string;
  /** Names the row for those who hear the table; the first column where none does. */
  readonly namesRow?: boolean;
  /** A class of its own, for its width. */
  readonly look?: string;
}

export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
  onSort(by: string, descending: boolean): void;
}

const CLASSES = {
  text: undefined,
  name: 'name',
  number: 'right',
  close: 'close',
  range: 'range',
} as const;

/** Rows and cells that a layout shows as blocks are still a table to those who listen. */
const as = (role: 'table' | 'rowgroup' | 'row' | 'cell' | 'rowheader' | 'columnheader') => ({
  role,
});

const classOf = (kind: keyof typeof CLASSES, look: string | undefined) =>
  [CLASSES[kind], look].filter(Boolean).join(' ') || undefined;

/** A table with proper headers, for columns and for rows. It scrolls by itself where the screen is narrow. */
export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
  empty,
  sorting,
  chosen,
  layout = 'free',
}: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  /** What is said where there is no row; not needed where there always is one. */
  empty?: ComponentChildren;
  sorting?: Sorting | undefined;
  chosen?: (row: T) => boolean;
  /**
   * `free`: columns as wide as their content, scrolled where they do not fit; `stacked`: on phones each row is a block of named
   * values instead. Others fit the page by rules of their own; on phones `board` and `ranges` have the range of each row on a
   * line below it.
   */
  layout?: 'free' | 'stacked' | 'board' | 'items' | 'ranges';
}) {
  const naming = Math.max(
    0,
    columns.findIndex(({ namesRow }) => namesRow),
  );
  const scrolls = layout === 'free' || layout === 'stacked';
  if (rows.length === 0) return <p class="note">{empty}</p>;
  return (
    <section
      class={scrolls ? 'wide' : 'fitted'}
      {...(scrolls ? { tabIndex: 0 } : {})}
      aria-label={caption}
    >
      <table class={`full ${scrolls ? 'sticky ' : ''}${layout}`} {...as('table')}>
        <caption class="hidden">{caption}</caption>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map((column, k) => (
              <Header key={k} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {rows.map((row, r) => (
            <tr
              {...as('row')}
              key={keyOf(row)}
              class={chosen?.(row) === true ? 'chosen' : undefined}
            >
              {columns.map(({ name, cell, kind = 'text', look }, k) =>
                k === naming ? (
                  <th key={k} scope="row" {...as('rowheader')} class={classOf(kind, look)}>
                    {cell(row, r)}
                  </th>
                ) : (
                  <td
                    key={k}
                    {...as('cell')}
                    class={classOf(kind, look)}
                    data-name={typeof name === 'string' ? name : undefined}
                  >
                    {cell(row, r)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Header<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const { name, kind = 'text', sort, look } = column;
  if (sort === undefined || sorting === undefined)
    return (
      <th scope="col" {...as('columnheader')} class={classOf(kind, look)}>
        {name}
      </th>
    );
  const current = sorting.by === sort;
  const order = sorting.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      {...as('columnheader')}
      class={classOf(kind, look)}
      aria-sort={current ? order : 'none'}
    >
      <button
        type="button"
        class="sort"
        onClick={() => sorting.onSort(sort, current && !sorting.descending)}
      >
        {name}
      </button>
    </th>
  );
}
