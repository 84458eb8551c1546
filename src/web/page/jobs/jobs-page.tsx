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
import { CancelJob } from './cancel-job.tsx';
import { JobProgress } from './job-progress.tsx';
import { KIND_WORDS } from './job-words.ts';

const SIZE = 50;
const STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'];

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
        title="Jobs"
        lead="Work that takes a while: imports, calibrations, syntheses, studies. Jobs continue when you leave this page."
      >
        {mayRun(me) && (
          <Link to={['jobs', 'new']} class="button primary">
            Start a job
          </Link>
        )}
      </PageHead>
      <div class="filters">
        <SelectField
          label="Kind"
          value={query.kind ?? ''}
          choices={[
            { value: '', name: 'all' },
            ...Object.entries(KIND_WORDS).map(([value, name]) => ({ value, name })),
          ]}
          onChange={(kind) => setQuery({ kind })}
        />
        <SelectField
          label="State"
          value={query.state ?? ''}
          choices={[{ value: '', name: 'all' }, ...STATES.map((value) => ({ value, name: value }))]}
          onChange={(state) => setQuery({ state })}
        />
      </div>
      <Await of={pages.resource} what="jobs">
        {({ items, total, next }) => (
          <>
            <DataTable<Job>
              caption="Jobs"
              layout="stacked"
              rows={items}
              keyOf={({ id }) => id}
              empty={
                query.state === undefined && query.kind === undefined ? (
                  <EmptyNote button="Start a job" to={['jobs', 'new']}>
                    No jobs yet. Jobs import questions, calibrate banks and run studies.
                  </EmptyNote>
                ) : (
                  'No jobs match.'
                )
              }
              columns={[
                { name: 'Job', cell: ({ title }) => title },
                { name: 'Kind', look: 'wide-only', cell: ({ kind }) => KIND_WORDS[kind] },
                {
                  name: 'Bank',
                  look: 'wide-only',
                  cell: ({ bank }) => bank !== null && <Link to={['banks', bank]}>{bank}</Link>,
                },
                { name: 'Progress', look: 'progress', cell: (job) => <JobProgress job={job} /> },
                { name: 'By', look: 'wide-only', cell: ({ by }) => by },
                {
                  name: 'Started',
                  look: 'wide-only',
                  kind: 'close',
                  cell: (job) => moment(job.startedAt ?? job.createdAt),
                },
                {
                  name: <span class="hidden">Actions</span>,
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
