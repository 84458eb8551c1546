import type { Job } from '../../../api/jobs.ts';
import type { Language } from '../../../languages/language.ts';
import type { DrawnDocument } from '../../../report/document.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ReportBlocks } from '../../part/report-blocks.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { currentLanguage, t } from '../../words/t.ts';
import { CancelJob } from './cancel-job.tsx';
import { JobProgress } from './job-progress.tsx';
import { KIND_WORDS } from './job-words.ts';

interface Reported {
  readonly reports?: Readonly<Record<Language, DrawnDocument>> | null;
}

/** One job: how far it is, and what an analysis found. */
export function JobPage({ params: { id } }: PageProps) {
  const path = `/v1/jobs/${encodeURIComponent(id)}`;
  const job = useResource<Job>(path, { job: id }, ({ type }) => type === 'job');
  const reports = (job.data?.result as Reported | null)?.reports ?? null;
  return (
    <>
      <PageHead
        title={job.data?.title ?? t('Job')}
        lead={
          job.data === null
            ? ''
            : t('{kind}, started by {by}, {at}', {
                kind: t(KIND_WORDS[job.data.kind]),
                by: job.data.by,
                at: moment(job.data.createdAt),
              })
        }
        crumb={<Link to={['jobs']}>{t('Jobs')}</Link>}
      >
        {reports !== null && (
          <DownloadButton
            name={t('Save the report')}
            path={`${path}/report`}
            query={{ language: currentLanguage() }}
          />
        )}
      </PageHead>
      <Await of={job} what={t('the job')}>
        {(data) => (
          <>
            {data.state !== 'done' && <JobProgress job={data} />}{' '}
            <CancelJob job={data} reload={job.reload} />
            {reports !== null && (
              <div {...(isEnglish(reports) ? { lang: 'en' } : {})}>
                <ReportBlocks document={reports[currentLanguage()]} />
              </div>
            )}
            {data.state === 'done' && data.kind === 'analysis' && reports === null && (
              <p class="note">{t('The result is too long to be shown here.')}</p>
            )}
          </>
        )}
      </Await>
    </>
  );
}

/** Some operations tell their results in English only. */
function isEnglish({ en, zh }: NonNullable<Reported['reports']>): boolean {
  return JSON.stringify(en) === JSON.stringify(zh);
}
