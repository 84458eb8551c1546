import { useRef, useState } from 'preact/hooks';
import type { ExpertWork } from '../../../api/annotations.ts';
import { write } from '../../api/client.ts';
import { codeOf } from '../../api/problem.ts';
import { count } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { LabelForm } from './label-form.tsx';

/** What an expert of an annotation sees: one entry after the other. */
export function ExpertAnnotation({ panel }: { panel: string }) {
  const path = `/v1/annotations/${encodeURIComponent(panel)}/work`;
  const [wanted, setWanted] = useState<number | null>(null);
  const query = wanted === null ? {} : { entry: wanted };
  // What others do moves nothing under the hands of an expert, unless there is nothing to do.
  const idle = useRef(false);
  const work = useResource<ExpertWork>(path, query, ({ type }) => type === 'panel' && idle.current);
  idle.current = work.data?.entry === null;
  const save = useAction(async (entry: number, label: string | null, note: string) => {
    await write<ExpertWork>('PUT', `${path}/${entry}`, { label, note }).catch((error) => {
      // The entry is finished, or the work is closed: what there is to do now is below the message.
      if (codeOf(error) === 'OPTIONS_CONFLICT') work.reload();
      throw error;
    });
    setWanted(null);
    work.reload();
    scrollTo({ top: 0 });
  });
  return (
    <>
      <PageHead
        title={work.data?.title ?? t('Annotations')}
        lead={t('Choose the label that fits the question best. You need not answer the question.')}
      />
      <ProblemNote error={save.error} />
      <Await of={work} what={t('your work')}>
        {({ done, left, last, closed, entry }) => (
          <>
            <p role="status">
              {t('{done} reviewed, {left} left', { done: count(done), left: count(left) })}
            </p>
            <progress value={done} max={Math.max(1, done + left)} aria-label={t('Your progress')} />
            {entry === null ? (
              <p class="note">
                {closed
                  ? t('This work is closed. Thank you!')
                  : `${t('All done. Thank you!')} ${t('New entries may come when others differ; this page shows them by itself.')}`}
              </p>
            ) : (
              <LabelForm
                key={entry.entry}
                entry={entry}
                busy={save.busy}
                onSave={(label, note) => void save.run(entry.entry, label, note)}
              />
            )}
            <p class="actions">
              {wanted === null && last !== null && !closed && (
                <button
                  type="button"
                  title={t('Text that was not saved is lost when you go back.')}
                  onClick={() => setWanted(last)}
                >
                  {t('Back to the last one')}
                </button>
              )}
              {wanted !== null && (
                <button type="button" onClick={() => setWanted(null)}>
                  {t('To the next one')}
                </button>
              )}
            </p>
          </>
        )}
      </Await>
    </>
  );
}
