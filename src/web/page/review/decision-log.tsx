import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { ReviewChange, ReviewLogEntry, reviewLog } from '../../../api/review.ts';
import { write } from '../../api/client.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Pager } from '../../part/pager.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useAction } from '../../state/use-action.ts';
import { usePages } from '../../state/use-pages.ts';
import { t } from '../../words/t.ts';
import { decisionWords } from './review-words.ts';

const SIZE = 20;

/** Every decision, newest first. Nothing is removed: what was undone says so. */
export function DecisionLog({
  path,
  mayUndo,
  change,
  onDecided,
}: {
  path: string;
  mayUndo: boolean;
  /** The last change of this page. */
  change: ReviewChange | null;
  onDecided: (change: ReviewChange) => void;
}) {
  const { resource, steps } = usePages<z.output<typeof reviewLog>>(
    `${path}/log`,
    { limit: SIZE },
    ({ type }) => type === 'review',
  );
  useEffect(() => {
    if (change !== null) resource.reload();
  }, [change]);
  const undo = useAction(async (number: number) => {
    onDecided(await write<ReviewChange>('POST', `${path}/decisions/${number}/undo`));
  });
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{t('Decisions')}</h2>
      <ProblemNote error={undo.error} />
      <Await of={resource} what={t('the decisions')}>
        {({ items, total, next }) => (
          <>
            <DataTable
              caption={t('Decisions, newest first')}
              layout="stacked"
              rows={items}
              keyOf={({ number }) => number}
              empty={t('Nothing was decided yet.')}
              columns={[
                { name: t('Number'), cell: ({ number }) => number },
                { name: t('Item'), kind: 'name', namesRow: true, cell: ({ item }) => item },
                { name: t('Decision'), cell: (entry) => <Decision entry={entry} /> },
                { name: t('By'), cell: ({ by }) => by },
                { name: t('When'), cell: ({ at }) => moment(at) },
                { name: t('Note'), cell: ({ note }) => note ?? '' },
                ...(mayUndo
                  ? [
                      {
                        name: <span class="hidden">{t('Undo')}</span>,
                        cell: ({ number, undone }: ReviewLogEntry) =>
                          undone ? null : (
                            <button
                              type="button"
                              aria-label={t('Undo decision {number}', { number: `${number}` })}
                              aria-disabled={undo.busy}
                              onClick={() => undo.run(number)}
                            >
                              {t('Undo')}
                            </button>
                          ),
                      },
                    ]
                  : []),
              ]}
            />
            {total > items.length && (
              <Pager shown={items.length} total={total} next={next} {...steps} />
            )}
          </>
        )}
      </Await>
    </section>
  );
}

function Decision({ entry }: { entry: ReviewLogEntry }) {
  const words = decisionWords(entry);
  return (
    <span>
      {entry.undone ? <s>{words}</s> : words}
      {entry.undone && ` ${t('(undone)')}`}
    </span>
  );
}
