import type { ItemRow } from '../../../api/banks.ts';
import { ability, count, percent } from '../../format/number.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable, type Sorting } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { FLAG_WORDS } from './flag-words.ts';

/** One page of items. */
export function ItemTable({
  bank,
  rows,
  sorting,
  calibration,
}: {
  bank: string;
  rows: readonly ItemRow[];
  sorting: Sorting;
  calibration: string | undefined;
}) {
  return (
    <DataTable
      caption={`Items of ${bank}`}
      rows={rows}
      keyOf={({ item }) => item}
      empty="No items match."
      sorting={sorting}
      columns={[
        {
          name: 'Item',
          sort: 'item',
          cell: ({ item, text }) => (
            <>
              <Link to={['banks', bank, 'items', item]} query={{ calibration }}>
                {item}
              </Link>
              {text !== undefined && <span class="faint"> {text}</span>}
            </>
          ),
        },
        {
          name: 'No.',
          sort: 'position',
          kind: 'number',
          cell: ({ position }) => count(position + 1),
        },
        { name: 'Discrimination a', sort: 'a', kind: 'number', cell: ({ a }) => ability(a) },
        { name: 'Difficulty b', sort: 'b', kind: 'number', cell: ({ b }) => ability(b) },
        { name: 'Guessing c', sort: 'c', kind: 'number', cell: ({ c }) => ability(c) },
        {
          name: 'Right',
          sort: 'shareRight',
          kind: 'number',
          cell: ({ shareRight }) => percent(shareRight),
        },
        { name: 'Answers', kind: 'number', cell: ({ answered }) => count(answered) },
        {
          name: 'Exposure',
          sort: 'exposure',
          kind: 'number',
          cell: ({ exposure }) => percent(exposure),
        },
        {
          name: 'Flags',
          cell: ({ flags }) =>
            flags.map((flag) => (
              <span key={flag} title={FLAG_WORDS[flag].why}>
                <Badge tone={FLAG_WORDS[flag].tone}>{FLAG_WORDS[flag].name}</Badge>{' '}
              </span>
            )),
        },
        {
          name: 'Tags',
          cell: ({ tags }) => (
            <span class="faint">
              {Object.entries(tags)
                .map(([name, value]) => `${name}: ${value}`)
                .join('; ')}
            </span>
          ),
        },
      ]}
    />
  );
}
