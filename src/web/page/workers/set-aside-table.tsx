import type { SetAside } from '../../../api/workers.ts';
import { write } from '../../api/client.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { ConfirmButton } from '../../part/confirm-button.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { t } from '../../words/t.ts';

/** Messages that failed at each try; administrators decide about them. */
export function SetAsideTable({ of, reload }: { of: readonly SetAside[]; reload: () => void }) {
  const isAdministrator = mayAdminister(useMe());
  const change = (id: string, action: 'retry' | 'discard') => async () => {
    await write('POST', `/v1/workers/set-aside/${encodeURIComponent(id)}/${action}`);
    reload();
  };
  return (
    <DataTable<SetAside>
      caption={t('Messages that were set aside')}
      layout="stacked"
      rows={of}
      keyOf={({ id }) => id}
      columns={[
        { name: t('Message'), cell: ({ id }) => <code>{id}</code> },
        {
          name: t('Error of the last try'),
          look: 'error',
          cell: ({ error }) =>
            error === null ? t('An administrator can see it.') : <ServiceWords text={error} />,
        },
        { name: t('Queue'), look: 'wide-only', cell: ({ queue }) => queue },
        { name: t('Tries'), kind: 'number', cell: ({ tries }) => count(tries) },
        { name: t('Since'), kind: 'close', cell: ({ at }) => moment(at) },
        ...(isAdministrator
          ? [
              {
                name: <span class="hidden">{t('Actions')}</span>,
                cell: ({ id, queue }: SetAside) => (
                  <div class="actions">
                    <ConfirmButton
                      name={t('Retry')}
                      question={t('Hand out {message} again?', { message: id.slice(0, 8) })}
                      act={change(id, 'retry')}
                    >
                      {queue.startsWith('jobs-')
                        ? t('The job is run again, up to four times.')
                        : t(
                            'It is tried four times more. If its command has ended, nobody waits for its result: run that command again instead, which tries it too.',
                          )}
                    </ConfirmButton>
                    <ConfirmButton
                      name={t('Discard')}
                      danger
                      question={t('Discard {message}?', { message: id.slice(0, 8) })}
                      act={change(id, 'discard')}
                    >
                      {t('It is removed and not tried again, unless its command is run again.')}
                    </ConfirmButton>
                  </div>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
