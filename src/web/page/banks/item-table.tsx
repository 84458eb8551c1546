import type { ItemRow } from '../../../api/banks.ts';
import { ability, count, percent } from '../../format/number.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable, type Sorting } from '../../part/data-table.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';
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
      caption={t('Items of {bank}', { bank })}
      rows={rows}
      keyOf={({ item }) => item}
      empty={t('No items match.')}
      sorting={sorting}
      layout="items"
      columns={[
        {
          name: t('No.'),
          sort: 'position',
          kind: 'number',
          look: 'no',
          cell: (row) => row.position + 1,
        },
        {
          name: t('Item'),
          sort: 'item',
          namesRow: true,
          look: 'item',
          cell: ({ item, text, tags, flags }) => (
            <>
              <span class="one-line">
                <span class="cut">
                  <Link to={['banks', bank, 'items', item]} query={{ calibration }}>
                    {item}
                  </Link>
                </span>
                {flags.map((flag) => (
                  <span key={flag} title={t(FLAG_WORDS[flag].why)}>
                    <Badge tone={FLAG_WORDS[flag].tone}>{t(FLAG_WORDS[flag].name)}</Badge>
                  </span>
                ))}
                <span class="cut faint" title={tagWords(tags)}>
                  {tagWords(tags)}
                </span>
              </span>
              {text !== undefined && (
                <span class="cut" title={text}>
                  {text}
                </span>
              )}
            </>
          ),
        },
        {
          name: <abbr title={t('Discrimination')}>a</abbr>,
          sort: 'a',
          kind: 'number',
          look: 'figure',
          cell: ({ a }) => ability(a),
        },
        {
          name: <abbr title={t('Difficulty')}>b</abbr>,
          sort: 'b',
          kind: 'number',
          look: 'figure',
          cell: ({ b }) => ability(b),
        },
        {
          name: <abbr title={t('Guessing')}>c</abbr>,
          sort: 'c',
          kind: 'number',
          look: 'figure less',
          cell: ({ c }) => ability(c),
        },
        {
          name: t('Right'),
          sort: 'shareRight',
          kind: 'number',
          look: 'figure',
          cell: ({ shareRight }) => percent(shareRight),
        },
        {
          name: t('Answers'),
          kind: 'number',
          look: 'figure less',
          cell: ({ answered }) => count(answered),
        },
        {
          name: t('Exposure'),
          sort: 'exposure',
          kind: 'number',
          look: 'figure less',
          cell: ({ exposure }) => percent(exposure),
        },
      ]}
    />
  );
}

const tagWords = (tags: ItemRow['tags']) =>
  Object.entries(tags)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
