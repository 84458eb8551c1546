import type { ModelComparison } from '../../../api/leaderboards.ts';
import { roundScale } from '../../../charts/scale.ts';
import { RangeBar } from '../../chart/range-bar.tsx';
import { RangeScale } from '../../chart/range-scale.tsx';
import { difference, interval, points, unsure } from '../../format/number.ts';
import { shortName } from '../../format/words.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { CommonItems } from './common-items.tsx';
import { higherFirst } from './higher-first.ts';
import { TagDifferences } from './tag-differences.tsx';
import { TARGET_LEADS, TargetField, targetOf } from './target-field.tsx';

/** Two sessions side by side: is one better, by how much, and where. */
export function ComparePage({ query }: PageProps) {
  const { a, b, board } = query;
  const target = targetOf(query.target);
  const chosen = a !== undefined && b !== undefined;
  const comparison = useResource<ModelComparison>(chosen ? '/v1/comparisons' : null, {
    a,
    b,
    target,
  });
  return (
    <>
      <PageHead
        title="Two models compared"
        lead={`The difference of the scores of two tested models, and whether it is more than chance. ${TARGET_LEADS[target]}`}
        crumb={
          <Link to={board === undefined ? ['leaderboards'] : ['leaderboards', board]}>
            {board === undefined ? 'Leaderboards' : 'Back to the leaderboard'}
          </Link>
        }
      />
      {chosen && (
        <div class="filters">
          <TargetField target={target} />
        </div>
      )}
      {!chosen && (
        <p class="note">
          Choose two tested models on a <Link to={['leaderboards']}>leaderboard</Link>.
        </p>
      )}
      <Await of={comparison} what="the comparison">
        {(data) => <Compared {...higherFirst(data)} />}
      </Await>
    </>
  );
}

function Compared(data: ModelComparison) {
  const { a, b } = data;
  const scale = roundScale([a.low, a.high, b.low, b.high, a.score, b.score], [0, 100]);
  return (
    <>
      <div class={`note ${data.comparable ? '' : 'warn'}`}>
        <p>
          <strong>{data.verdict}</strong>
        </p>
        {data.reason !== null && <p>{data.reason}</p>}
      </div>
      <DataTable
        caption="The two scores"
        layout="ranges"
        rows={[a, b]}
        keyOf={({ session }) => session}
        columns={[
          {
            name: 'Model',
            cell: (one) => (
              <>
                <Link to={['sessions', one.session]}>
                  <ShortName name={one.examinee} />
                </Link>{' '}
                {one.alarm !== null && <Badge tone="bad">alarm: {one.alarm}</Badge>}{' '}
                {!one.verified && <Badge tone="warn">interval unverified</Badge>}
              </>
            ),
          },
          { name: 'Score', kind: 'number', cell: ({ score }) => points(score) },
          { name: '90% interval', kind: 'number', cell: ({ low, high }) => interval(low, high) },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: (one) => (
              <RangeBar
                value={one.score}
                low={one.low}
                high={one.high}
                scale={scale}
                description={`${one.examinee}: ${points(one.score)}, ${one.verified ? '' : 'unverified '}90% interval ${interval(one.low, one.high)}`}
              />
            ),
          },
        ]}
      />
      {data.difference !== null && (
        <Facts
          of={[
            {
              name: `${shortName(a.examinee)} minus ${shortName(b.examinee)}, points`,
              value: difference(data.difference),
              main: true,
            },
            {
              name: a.verified && b.verified ? '90% interval' : '90% interval, unverified',
              value: interval(data.low, data.high, difference),
            },
            {
              name: `${shortName(a.examinee)} scores higher`,
              value: `probability ${unsure(data.probability)}`,
            },
          ]}
        />
      )}
      <CommonItems {...data} />
      <TagDifferences {...data} />
    </>
  );
}
