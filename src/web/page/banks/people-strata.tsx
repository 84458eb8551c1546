import { roundScale } from '../../../charts/scale.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { count, interval, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';
import { dividedBy, type PeopleTable, peopleRows } from './people-rows.ts';

/** The accuracy of people by stratum, as numbers and bars, with the scores of a model marked. */
export function PeopleStrata(table: PeopleTable) {
  const { target, model } = table;
  const rows = peopleRows(table).map(({ name, row }) => ({
    name,
    row,
    range: row[target],
    score: row.models[0]?.score ?? null,
  }));
  const scale = roundScale(
    rows.flatMap(({ row, range, score }) => [
      row.accuracy,
      range?.low ?? null,
      range?.high ?? null,
      score,
    ]),
    [0, 100],
  );
  return (
    <>
      {model !== undefined && (
        <ul class="legend" aria-label={t('Signs of people and model')}>
          <li>
            <svg width="28" height="12" aria-hidden="true">
              <line class="whisker" x1="1" x2="27" y1="6" y2="6" />
              <circle class="dot" cx="14" cy="6" r="4" />
            </svg>
            {t('people, with 90% interval')}
          </li>
          <li>
            <svg width="14" height="14" aria-hidden="true">
              <svg class="beside" x="7" y="7" aria-hidden="true">
                <path d="M0 -5.5L5.5 0L0 5.5L-5.5 0Z" />
              </svg>
            </svg>
            {t('{model} on the same questions', { model })}
          </li>
        </ul>
      )}
      <DataTable
        caption={t('Accuracy of people by {tag}', { tag: dividedBy(table) })}
        layout="ranges"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: dividedBy(table), cell: ({ name }) => name },
          {
            name: t('Questions'),
            kind: 'number',
            look: 'wide-only',
            cell: ({ row }) => count(row.items),
          },
          {
            name: t('Answers of people'),
            kind: 'number',
            look: 'wide-only',
            cell: ({ row }) => count(row.respondents),
          },
          { name: t('Accuracy'), kind: 'number', cell: ({ row }) => points(row.accuracy) },
          {
            name: t('90% interval of people'),
            kind: 'number',
            cell: ({ range }) => interval(range?.low, range?.high),
          },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: ({ name, row, range, score }) =>
              row.accuracy !== null && (
                <RangeBar
                  value={row.accuracy}
                  low={range?.low ?? null}
                  high={range?.high ?? null}
                  scale={scale}
                  beside={score}
                  description={[
                    t('{name}: people {accuracy} points, 90% interval {ends}', {
                      name,
                      accuracy: points(row.accuracy),
                      ends: interval(range?.low, range?.high),
                    }),
                    ...(score === null || model === undefined
                      ? []
                      : [t('{model}: {score} points', { model, score: points(score) })]),
                  ].join('; ')}
                />
              ),
          },
        ]}
      />
    </>
  );
}
