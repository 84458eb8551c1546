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
import { ServiceWords } from '../../part/service-words.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { alarmName } from '../sessions/alarm-words.ts';
import { CommonItems } from './common-items.tsx';
import { PersonMark } from './entry-marks.tsx';
import { entryDescription, examineeColumn } from './entry-words.ts';
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
        title={t('Two examinees compared')}
        lead={`${t('The difference of the scores of two tested examinees, models or people, and whether it is more than chance.')}${t(' ||between sentences')}${t(TARGET_LEADS[target])}`}
        crumb={
          <Link to={board === undefined ? ['leaderboards'] : ['leaderboards', board]}>
            {board === undefined ? t('Leaderboards') : t('Back to the leaderboard')}
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
          {tr('Choose two examinees that were tested on a <a>leaderboard</a>.', {
            a: (parts) => <Link to={['leaderboards']}>{parts}</Link>,
          })}
        </p>
      )}
      <Await of={comparison} what={t('the comparison')}>
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
          <strong>
            <ServiceWords text={data.verdict} />
          </strong>
        </p>
        {data.reason !== null && (
          <p>
            <ServiceWords text={data.reason} />
          </p>
        )}
      </div>
      <DataTable
        caption={t('The two scores')}
        layout="ranges"
        rows={[a, b]}
        keyOf={({ session }) => session}
        columns={[
          {
            name: examineeColumn([a, b]),
            cell: (one) => (
              <>
                <Link to={['sessions', one.session]}>
                  <ShortName name={one.examinee} />
                </Link>{' '}
                <PersonMark entry={one} />{' '}
                {one.alarm !== null && (
                  <Badge tone="bad">{t('alarm: {alarm}', { alarm: alarmName(one.alarm) })}</Badge>
                )}{' '}
                {!one.verified && <Badge tone="warn">{t('interval unverified')}</Badge>}
              </>
            ),
          },
          { name: t('Score'), kind: 'number', cell: ({ score }) => points(score) },
          { name: t('90% interval'), kind: 'number', cell: ({ low, high }) => interval(low, high) },
          {
            name: <RangeScale scale={scale} />,
            kind: 'range',
            cell: (one) => (
              <RangeBar
                value={one.score}
                low={one.low}
                high={one.high}
                scale={scale}
                description={entryDescription({ kind: 'session', ...one })}
              />
            ),
          },
        ]}
      />
      {data.difference !== null && (
        <Facts
          of={[
            {
              name: t('{first} minus {second}, points', {
                first: shortName(a.examinee),
                second: shortName(b.examinee),
              }),
              value: difference(data.difference),
              main: true,
            },
            {
              name: a.verified && b.verified ? t('90% interval') : t('90% interval, unverified'),
              value: interval(data.low, data.high, difference),
            },
            {
              name: t('{model} scores higher', { model: shortName(a.examinee) }),
              value: t('probability {probability}', { probability: unsure(data.probability) }),
            },
          ]}
        />
      )}
      <CommonItems {...data} />
      <TagDifferences {...data} />
    </>
  );
}
