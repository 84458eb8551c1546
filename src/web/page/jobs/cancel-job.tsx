import type { Job } from '../../../api/jobs.ts';
import { write } from '../../api/client.ts';
import { ConfirmButton } from '../../part/confirm-button.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { t } from '../../words/t.ts';

/** Stops a job that waits or runs. */
export function CancelJob({ job, reload }: { job: Job; reload: () => void }) {
  const me = useMe();
  if (!mayRun(me) || (job.state !== 'waiting' && job.state !== 'running')) return null;
  return (
    <ConfirmButton
      name={t('Stop job')}
      danger
      question={t('Stop “{title}”?', { title: job.title })}
      act={async () => {
        await write('POST', `/v1/jobs/${encodeURIComponent(job.id)}/cancel`);
        reload();
      }}
    >
      {t('The job is cancelled. Unfinished work is lost.')}
    </ConfirmButton>
  );
}
