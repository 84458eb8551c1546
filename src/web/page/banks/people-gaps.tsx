import { roundScale } from '../../../charts/scale.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { difference, interval, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';
import { dividedBy, type PeopleTable, peopleRows } from './people-rows.ts';

/** A model minus people on the same questions, paired by question. */
export function PeopleGaps(table: PeopleTable & { readonly model: string }) {
  const { target, model } = table;
  const rows = peopleRows(table).flatMap(({ name, row }) => {
    const [gap] = row.models;
    return gap === null || gap === undefined ? [] : [{ name, gap, range: gap[target] }];
  });
  if (rows.length === 0)
    return <p class="note">{t('{model} answered none of these questions.', { model })}</p>;
  const ends = roundScale(
    rows.flatMap(({ gap, range }) => [gap.difference, range?.low ?? null, range?.high ?? null, 0]),
    [-100, 100],
  );
  return (
    <>
      <h3>{t('{model} minus people', { model })}</h3>
      <DataTable
        caption={t('{model} minus people by {tag}', { model, tag: dividedBy(table) })}
        layout="ranges"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: dividedBy(table), cell: ({ name }) => name },
          {
            name: t('Model'),
            kind: 'number',
            look: 'wide-only',
            cell: ({ gap }) => points(gap.score),
          },
          {
            name: t('Difference'),
            kind: 'number',
            cell: ({ gap }) => difference(gap.difference),
          },
          {
            name: t('90% interval of the difference'),
            kind: 'number',
            cell: ({ range }) => interval(range?.low, range?.high, difference),
          },
          {
            name: <RangeScale scale={ends} />,
            kind: 'range',
            cell: ({ name, gap, range }) => (
              <RangeBar
                value={gap.difference}
                low={range?.low ?? null}
                high={range?.high ?? null}
                scale={ends}
                reference={0}
                description={t('{name}: {difference} points, 90% interval {ends}', {
                  name,
                  difference: difference(gap.difference),
                  ends: interval(range?.low, range?.high, difference),
                })}
              />
            ),
          },
        ]}
      />
    </>
  );
}
