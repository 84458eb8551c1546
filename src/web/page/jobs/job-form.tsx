import type { ComponentChildren } from 'preact';
import type { Job } from '../../../api/jobs.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { go } from '../../router/use-place.ts';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';

/** A form that starts a job and then shows the list of jobs. */
export function JobForm({
  name,
  start,
  children,
}: {
  /** Of the button. */
  name: string;
  start: () => Promise<Job>;
  children: ComponentChildren;
}) {
  const action = useAction(async () => {
    await start();
    go(['jobs']);
  });
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
      <ProblemNote error={action.error} />
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={action.busy}>
          {action.busy ? t('Starting …') : name}
        </button>
      </div>
    </form>
  );
}
