import type { z } from 'zod';
import type { Job, jobPage } from '../../../api/jobs.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Pager } from '../../part/pager.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { Link } from '../../router/link.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { usePages } from '../../state/use-pages.ts';
import { choicesIn } from '../../words/choices.ts';
import { t } from '../../words/t.ts';
import { CancelJob } from './cancel-job.tsx';
import { JobProgress } from './job-progress.tsx';
import { KIND_WORDS, STATE_WORDS } from './job-words.ts';

const SIZE = 50;

/** All jobs, newest first, as they go. */
export function JobsPage({ query }: PageProps) {
  const me = useMe();
  const pages = usePages<z.output<typeof jobPage>>(
    '/v1/jobs',
    { kind: query.kind, state: query.state, limit: SIZE },
    ({ type }) => type === 'job',
  );
  return (
    <>
      <PageHead
        title={t('Jobs')}
        lead={t(
          'Work that takes a while: imports, calibrations, syntheses, studies. Jobs continue when you leave this page.',
        )}
      >
        {mayRun(me) && (
          <Link to={['jobs', 'new']} class="button primary">
            {t('Start a job')}
          </Link>
        )}
      </PageHead>
      <div class="filters">
        <SelectField
          label={t('Kind')}
          value={query.kind ?? ''}
          choices={[{ value: '', name: t('all') }, ...choicesIn(KIND_WORDS)]}
          onChange={(kind) => setQuery({ kind })}
        />
        <SelectField
          label={t('State')}
          value={query.state ?? ''}
          choices={[{ value: '', name: t('all') }, ...choicesIn(STATE_WORDS)]}
          onChange={(state) => setQuery({ state })}
        />
      </div>
      <Await of={pages.resource} what={t('jobs')}>
        {({ items, total, next }) => (
          <>
            <DataTable<Job>
              caption={t('Jobs')}
              layout="stacked"
              rows={items}
              keyOf={({ id }) => id}
              empty={
                query.state === undefined && query.kind === undefined ? (
                  <EmptyNote button={t('Start a job')} to={['jobs', 'new']}>
                    {t('No jobs yet. Jobs import questions, calibrate banks and run studies.')}
                  </EmptyNote>
                ) : (
                  t('No jobs match.')
                )
              }
              columns={[
                { name: t('Job'), cell: ({ title }) => title },
                { name: t('Kind'), look: 'wide-only', cell: ({ kind }) => t(KIND_WORDS[kind]) },
                {
                  name: t('Bank'),
                  look: 'wide-only',
                  cell: ({ bank }) => bank !== null && <Link to={['banks', bank]}>{bank}</Link>,
                },
                { name: t('Progress'), look: 'progress', cell: (job) => <JobProgress job={job} /> },
                { name: t('By'), look: 'wide-only', cell: ({ by }) => by },
                {
                  name: t('Started'),
                  look: 'wide-only',
                  kind: 'close',
                  cell: (job) => moment(job.startedAt ?? job.createdAt),
                },
                {
                  name: <span class="hidden">{t('Actions')}</span>,
                  kind: 'close',
                  cell: (job) => <CancelJob job={job} reload={pages.resource.reload} />,
                },
              ]}
            />
            <Pager shown={items.length} total={total} next={next} {...pages.steps} />
          </>
        )}
      </Await>
    </>
  );
}
