import type { z } from 'zod';
import type { LeaderboardSummary, leaderboardList } from '../../../api/leaderboards.ts';
import { count } from '../../format/number.ts';
import { promptWords, rulesWords } from '../../format/rules.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { strategyName } from '../sessions/session-words.ts';

const strategyWords = ({ strategy, adaptive }: LeaderboardSummary) =>
  adaptive === null
    ? strategyName(strategy)
    : t('{name}: {value}', { name: strategyName(strategy), value: rulesWords(adaptive) });

/** All leaderboards that the key may see. */
export function LeaderboardsPage() {
  const boards = useResource<z.output<typeof leaderboardList>>(
    '/v1/leaderboards',
    {},
    ({ type }) => type === 'leaderboard',
  );
  return (
    <>
      <PageHead
        title={t('Leaderboards')}
        lead={t(
          'Models and people in the order of their predicted score on a whole bank. All scores of a leaderboard were measured with the same bank and the same method, so they can be compared.',
        )}
      />
      <Await of={boards} what={t('leaderboards')}>
        {({ items }) => (
          <DataTable<LeaderboardSummary>
            caption={t('Leaderboards')}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={
              <EmptyNote button={t('Start here')} to={['start']}>
                {t('No leaderboards yet. The first one appears when a session is finished.')}
              </EmptyNote>
            }
            columns={[
              {
                name: t('Bank'),
                cell: ({ id, bank }) => (
                  <Link to={['leaderboards', id]}>
                    <ShortName name={bank} />
                  </Link>
                ),
              },
              { name: t('Strategy'), cell: strategyWords },
              { name: t('Prompt'), cell: ({ prompt }) => promptWords(prompt) },
              { name: t('Tested here'), kind: 'number', cell: ({ entries }) => count(entries) },
              {
                name: t('Recorded models'),
                kind: 'number',
                cell: ({ recorded }) => count(recorded),
              },
              {
                name: t('Calibration'),
                cell: ({ calibration }) =>
                  calibration === null ? (
                    t('from recorded answers')
                  ) : (
                    <Link to={['calibrations', `${calibration}`]}>
                      {t('number {calibration}', { calibration: `${calibration}` })}
                    </Link>
                  ),
              },
              {
                name: t('Bank version'),
                look: 'wide-only',
                cell: ({ bankVersion }) => <code>{bankVersion.slice(0, 10)}</code>,
              },
              { name: t('Newest'), kind: 'close', cell: ({ newestAt }) => moment(newestAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
