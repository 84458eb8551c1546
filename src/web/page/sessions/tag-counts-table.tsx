import type { Standing, Trace } from '../../../api/sessions.ts';
import { count, interval, percent, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';
import { FEWEST, splitTagCounts, type TagCount, tagCounts } from './tag-counts.ts';

/** Without other rows, this number of rows or fewer need not be folded away. */
const SHORT = 10;

/** Items by tag: asked, right, and the score that is predicted there. */
export function TagCounts({ trace, standing }: { trace: Trace; standing: Standing | null }) {
  const rows = tagCounts(trace, standing);
  if (rows.length === 0) return null;
  const { telling, silent } = splitTagCounts(rows);
  return (
    <>
      <h2>{t('Items by tag')}</h2>
      <p class="faint">
        {t(
          'How many items with each tag value were asked and answered right. The share right is not a score, because items are chosen to be neither too easy nor too hard; use the predicted score.',
        )}
      </p>
      {telling.length > 0 && <Rows rows={telling} caption={t('Items by tag')} />}
      {silent.length > 0 && (
        <details open={telling.length === 0 && silent.length <= SHORT}>
          <summary>
            {t(
              telling.length > 0
                ? '{n, plural, one {# more tag value} other {# more tag values}} with fewer than {fewest} items, or shared by all items'
                : '{n, plural, one {# tag value} other {# tag values}} with fewer than {fewest} items, or shared by all items',
              { n: silent.length, fewest: FEWEST },
            )}
          </summary>
          <Rows rows={silent} caption={t('Items by tag: values that say little')} />
        </details>
      )}
    </>
  );
}

function Rows({ rows, caption }: { rows: readonly TagCount[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      layout="stacked"
      rows={rows}
      keyOf={({ tag, value }) => `${tag}=${value}`}
      empty={t('No tags.')}
      columns={[
        { name: t('Tag'), cell: ({ words }) => words },
        { name: t('Asked'), kind: 'number', cell: ({ asked }) => count(asked) },
        {
          name: t('Right'),
          kind: 'number',
          cell: ({ right }) => count(right),
        },
        {
          name: t('Share right'),
          kind: 'number',
          cell: ({ right, answered }) => percent(right === null ? null : right / answered),
        },
        { name: t('Predicted score'), kind: 'number', cell: ({ score }) => points(score?.score) },
        {
          name: t('90% interval, recorded score'),
          kind: 'number',
          cell: ({ score }) =>
            `${interval(score?.low, score?.high)}${score?.verified === false ? ' ?' : ''}`,
        },
        ...(rows.some(({ score }) => score?.expected != null)
          ? [
              {
                name: t('90% interval, expected score'),
                kind: 'number' as const,
                cell: ({ score }: TagCount) =>
                  interval(score?.expected?.low, score?.expected?.high),
              },
            ]
          : []),
      ]}
    />
  );
}
