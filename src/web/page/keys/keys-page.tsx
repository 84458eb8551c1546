import { useState } from 'preact/hooks';
import type { KeySummary } from '../../../api/keys.ts';
import { write } from '../../api/client.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { ConfirmButton } from '../../part/confirm-button.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { KeyState, keyStateOf } from './key-state.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';

/** Where an organiser sees a panel, by its kind. */
const PANEL_PAGES = { rating: 'ratings', annotation: 'annotations', writing: 'writing' } as const;

/** Who may use the service. */
export function KeysPage() {
  const keys = useResource<{ items: KeySummary[] }>('/v1/keys');
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHead
        title={t('Keys')}
        lead={t(
          'Who may use this service, and for what. A key is shown only once, when it is created; the service keeps only its hash.',
        )}
      >
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          {t('Create key')}
        </button>
      </PageHead>
      {making && (
        <NewKeyDialog
          onClose={() => {
            setMaking(false);
            keys.reload();
          }}
        />
      )}
      <Await of={keys} what={t('keys')}>
        {({ items }) => (
          <DataTable
            caption={t('Keys')}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={t('No keys.')}
            columns={[
              { name: t('Name'), cell: ({ name }) => name },
              { name: t('Role'), cell: ({ role }) => t(ROLE_WORDS[role]) },
              {
                name: t('Valid for'),
                cell: ({ banks, session, leaderboard, panel }) =>
                  leaderboard !== null ? (
                    <Link to={['leaderboards', leaderboard.id]}>{t('a leaderboard')}</Link>
                  ) : panel !== null ? (
                    <Link to={[PANEL_PAGES[panel.kind], panel.id]}>{panel.id}</Link>
                  ) : session !== null ? (
                    tr('session {session}', { session: <code>{session}</code> })
                  ) : (
                    (banks?.join(', ') ?? t('all banks'))
                  ),
              },
              { name: t('State'), cell: (key) => <KeyState of={key} /> },
              {
                name: t('Created'),
                kind: 'close',
                look: 'wide-only',
                cell: ({ createdAt }) => moment(createdAt),
              },
              {
                name: t('Last used'),
                kind: 'close',
                look: 'wide-only',
                cell: ({ lastUsedAt }) => moment(lastUsedAt),
              },
              {
                name: t('Number'),
                kind: 'close',
                look: 'wide-only',
                cell: ({ id }) => <code>{id}</code>,
              },
              {
                name: <span class="hidden">{t('Actions')}</span>,
                cell: (key) =>
                  keyStateOf(key, Date.now()) === 'good' && (
                    <ConfirmButton
                      name={t('Revoke')}
                      danger
                      question={t('Revoke the key of {name}?', { name: key.name })}
                      act={async () => {
                        await write('DELETE', `/v1/keys/${encodeURIComponent(key.id)}`);
                        keys.reload();
                      }}
                    >
                      {t(
                        'The key stops working at once and cannot be restored. Its users need another key.',
                      )}
                    </ConfirmButton>
                  ),
              },
            ]}
          />
        )}
      </Await>
    </>
  );
}
