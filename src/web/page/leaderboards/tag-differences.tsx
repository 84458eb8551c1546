import type { ModelComparison } from '../../../api/leaderboards.ts';
import { roundScale } from '../../../charts/scale.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { difference, interval, points } from '../../format/number.ts';
import { shortName } from '../../format/words.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';

/** Differences by tag; those whose interval leaves zero out are named. */
export function TagDifferences({ a, b, tags }: ModelComparison) {
  const [first, second] = [shortName(a.examinee), shortName(b.examinee)];
  if (tags.length === 0) return null;
  const ends = roundScale(tags.flatMap(({ low, high }) => [low, high, -low, -high]));
  const scale = [-Math.max(...ends), Math.max(...ends)] as const;
  return (
    <>
      <h2>By tag</h2>
      <p class="faint">
        The difference on the items with each tag value: right of the middle line {first} is better,
        left of it {second}. With many values, some seem to differ by chance alone.
      </p>
      <DataTable
        caption="Differences by tag"
        layout="ranges"
        rows={tags}
        keyOf={({ tag, value }) => `${tag}=${value}`}
        empty="No tags."
        columns={[
          {
            name: 'Tag',
            cell: ({ tag, value, low, high }) => (
              <>
                {tag}: {value} {low > 0 && <Badge tone="good">{first} better</Badge>}
                {high < 0 && <Badge tone="good">{second} better</Badge>}
              </>
            ),
          },
          { name: first, kind: 'number', look: 'compared wide-only', cell: (row) => points(row.a) },
          {
            name: second,
            kind: 'number',
            look: 'compared wide-only',
            cell: (row) => points(row.b),
          },
          { name: 'Difference', kind: 'number', cell: (row) => difference(row.a - row.b) },
          {
            name: '90% interval',
            kind: 'number',
            cell: ({ low, high }) => interval(low, high, difference),
          },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: (row) => (
              <RangeBar
                value={row.a - row.b}
                low={row.low}
                high={row.high}
                scale={scale}
                description={`${row.value}: ${difference(row.a - row.b)} points, ${interval(row.low, row.high, difference)}`}
              />
            ),
          },
        ]}
      />
    </>
  );
}
