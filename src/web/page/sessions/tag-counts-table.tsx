import type { Standing, Trace } from '../../../api/sessions.ts';
import { count, interval, percent, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { tagCounts } from './tag-counts.ts';

/** Items by tag: asked, right, and the score that is predicted there. */
export function TagCounts({
  places,
  standing,
}: {
  places: Trace['places'];
  standing: Standing | null;
}) {
  const rows = tagCounts(places, standing);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>Items by tag</h2>
      <p class="faint">
        How many items with each tag value were asked and answered right. The share right is not a
        score, because items are chosen to be neither too easy nor too hard; use the predicted
        score.
      </p>
      <DataTable
        caption="Items by tag"
        rows={rows}
        keyOf={({ tag, value }) => `${tag}=${value}`}
        empty="No tags."
        columns={[
          { name: 'Tag', cell: ({ tag, value }) => `${tag}: ${value}` },
          { name: 'Asked', kind: 'number', cell: ({ asked }) => count(asked) },
          { name: 'Right', kind: 'number', cell: ({ right }) => count(right) },
          {
            name: 'Share right',
            kind: 'number',
            cell: ({ right, answered }) => percent(answered === 0 ? null : right / answered),
          },
          { name: 'Predicted score', kind: 'number', cell: ({ score }) => points(score?.score) },
          {
            name: '90% interval',
            kind: 'number',
            cell: ({ score }) =>
              `${interval(score?.low, score?.high)}${score?.verified === false ? ' ?' : ''}`,
          },
        ]}
      />
    </>
  );
}
