import { useState } from 'preact/hooks';
import type { AnnotationView, AppliedLabels } from '../../../api/annotations.ts';
import { write } from '../../api/client.ts';
import { count } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, mayRun, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { LevelSection } from './level-section.tsx';
import { QueueSection } from './queue-section.tsx';

/** Items that are named. */
const NAMED = 10;

function namesOf(items: readonly string[]): string {
  return `${items.slice(0, NAMED).join(', ')}${items.length > NAMED ? ' …' : ''}`;
}

/** One annotation: progress, agreement by level, and the entries that experts review. */
export function AnnotationPage({ params: { id } }: PageProps) {
  const me = useMe();
  const path = `/v1/annotations/${encodeURIComponent(id)}`;
  const view = useResource<AnnotationView>(
    path,
    {},
    (event) => event.type === 'panel' && event.panel === id,
  );
  const [applied, setApplied] = useState<AppliedLabels | null>(null);
  const apply = useAction(async () => {
    setApplied(await write<AppliedLabels>('POST', `${path}/apply`));
  });
  const close = useAction(async (closed: boolean) => {
    await write('PUT', `${path}/closed`, { closed });
    view.reload();
  });
  const { data } = view;
  return (
    <>
      <PageHead
        title={data?.title ?? id}
        crumb={<Link to={['annotations']}>{t('Annotations')}</Link>}
        lead={
          data === null
            ? ''
            : t('{items, plural, one {# item} other {# items}} of {bank}, labelled by {models}', {
                items: data.items,
                bank: data.bank,
                models: data.models.join(', '),
              })
        }
      >
        {data !== null && mayRun(me) && (
          <>
            <DownloadButton name={t('Labels as CSV')} path={`${path}/labels`} />
            <DownloadButton
              name={t('Labels as JSON Lines')}
              path={`${path}/labels`}
              query={{ format: 'jsonl' }}
            />
            {mayAdminister(me) && (
              <button type="button" aria-disabled={apply.busy} onClick={() => void apply.run()}>
                {t('Make the labels tags of the bank')}
              </button>
            )}
            <button
              type="button"
              aria-disabled={close.busy}
              onClick={() => void close.run(data.closedAt === null)}
            >
              {data.closedAt === null ? t('Close it') : t('Open it again')}
            </button>
          </>
        )}
      </PageHead>
      <ProblemNote error={apply.error ?? close.error} />
      {applied !== null && (
        <p class="note" role="status">
          {t(
            '{n, plural, one {# tag has changed} other {# tags have changed}}: the bank is now version {version}.',
            { n: applied.changed, version: applied.version },
          )}{' '}
          {applied.lost.length > 0 &&
            t(
              '{n, plural, one {# item has no such tag any more, because no label fits: {items}} other {# items have no such tag any more, because no label fits: {items}}}',
              { n: applied.lost.length, items: namesOf(applied.lost) },
            )}
        </p>
      )}
      <Await of={view} what={t('the annotation')}>
        {(shown) => (
          <>
            <p>
              {t('Experts have decided {done} of {all} entries.', {
                done: count(shown.queue.decided),
                all: count(shown.queue.entries),
              })}{' '}
              {shown.queue.conflicts > 0 &&
                t(
                  '{n, plural, one {Experts differ on # entry: an administrator decides.} other {Experts differ on # entries: an administrator decides.}}',
                  { n: shown.queue.conflicts },
                )}{' '}
              {shown.closedAt !== null && t('Closed: experts can add nothing.')}
            </p>
            <progress
              value={shown.queue.decided}
              max={Math.max(1, shown.queue.entries)}
              aria-label={t('Entries that are decided')}
            />
            {!shown.blind && (
              <p class="note">
                {t(
                  'Experts see what models propose. They may change fewer labels than are wrong, so errors can be larger and agreement smaller than shown.',
                )}
              </p>
            )}
            {shown.levels.map((level) => (
              <LevelSection key={level.level} view={shown} level={level} />
            ))}
            <QueueSection view={shown} path={path} />
          </>
        )}
      </Await>
    </>
  );
}
