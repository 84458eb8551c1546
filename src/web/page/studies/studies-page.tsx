import type { z } from 'zod';
import type { studyList, studySummary } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, toldAgain } from '../../words/t.ts';
import { studyKindName } from './study-words.ts';

/** The simulation studies of the service's folder. */
export function StudiesPage() {
  const me = useMe();
  const studies = useResource<z.output<typeof studyList>>(
    '/v1/studies',
    {},
    ({ type }) => type === 'job',
  );
  return (
    <>
      <PageHead
        title={t('Studies')}
        lead={t(
          'A simulation study tests many simulated models of known ability, to find out how long a test must be and which rules work best.',
        )}
      />
      <Await of={studies} what={t('studies')}>
        {({ items }) => (
          <DataTable<z.output<typeof studySummary>>
            caption={t('Studies')}
            layout="stacked"
            rows={items}
            keyOf={({ name }) => name}
            empty={
              <EmptyNote button={t('Start a study')} to={['jobs', 'new']} shown={mayRun(me)}>
                {t(
                  'No studies yet. Start one as a job, or write one into the studies folder of the service with “thetarank simulate … --out”.',
                )}
              </EmptyNote>
            }
            columns={[
              {
                name: t('Study'),
                cell: ({ name, title }) => (
                  <>
                    <Link to={['studies', name]}>{name}</Link>
                    {title !== name && <span class="faint"> {toldAgain(title) ?? title}</span>}
                  </>
                ),
              },
              { name: t('Kind'), cell: ({ kind }) => studyKindName(kind) },
              {
                name: t('State'),
                cell: ({ finished }) =>
                  finished ? t('finished') : <Badge tone="warn">{t('not finished')}</Badge>,
              },
              { name: t('Cells'), kind: 'number', cell: ({ cells }) => count(cells) },
              { name: t('Replications'), kind: 'number', cell: (row) => count(row.replications) },
              { name: t('Changed'), kind: 'close', cell: ({ changedAt }) => moment(changedAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
