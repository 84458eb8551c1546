import type { RatingSummary } from '../../../api/ratings.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** The panels of experts who rate answers. */
export function RatingsPage() {
  const me = useMe();
  const panels = useResource<{ items: RatingSummary[] }>(
    '/v1/ratings',
    {},
    ({ type }) => type === 'panel',
  );
  return (
    <>
      <PageHead
        title={t('Ratings')}
        lead={t(
          'Experts rate answers to open questions by a rubric. They do not see which model answered.',
        )}
      >
        {mayRun(me) && (
          <Link to={['ratings', 'new']} class="button primary">
            {t('New panel')}
          </Link>
        )}
      </PageHead>
      <Await of={panels} what={t('the panels')}>
        {({ items }) => (
          <DataTable
            caption={t('Panels')}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={t('No panels yet. Make one from a run of evaluate, rank or stress.')}
            columns={[
              {
                name: t('Title'),
                cell: ({ id, title }) => <Link to={['ratings', id]}>{title}</Link>,
              },
              { name: t('Bank'), cell: ({ bank }) => bank },
              {
                name: t('Answers'),
                kind: 'number',
                cell: ({ answers }) => count(answers),
              },
              { name: t('Raters'), kind: 'number', cell: ({ raters }) => count(raters) },
              {
                name: t('Rated'),
                cell: ({ rated, assigned }) => t('{done} of {all}', { done: rated, all: assigned }),
              },
              {
                name: t('State'),
                cell: ({ closedAt }) => (
                  <Badge tone={closedAt === null ? 'good' : 'plain'}>
                    {closedAt === null ? t('Open||state') : t('Closed')}
                  </Badge>
                ),
              },
              { name: t('Created'), kind: 'close', cell: ({ createdAt }) => moment(createdAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
