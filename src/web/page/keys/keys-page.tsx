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
import { KeyState, keyStateOf } from './key-state.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** Who may use the service. */
export function KeysPage() {
  const keys = useResource<{ items: KeySummary[] }>('/v1/keys');
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHead
        title="Keys"
        lead="Who may use this service, and for what. A key is shown only once, when it is created; the service keeps only its hash."
      >
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          Create key
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
      <Await of={keys} what="keys">
        {({ items }) => (
          <DataTable
            caption="Keys"
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty="No keys."
            columns={[
              { name: 'Name', cell: ({ name }) => name },
              { name: 'Role', cell: ({ role }) => role },
              {
                name: 'Valid for',
                cell: ({ banks, session, leaderboard }) =>
                  leaderboard !== null ? (
                    <Link to={['leaderboards', leaderboard.id]}>a leaderboard</Link>
                  ) : session !== null ? (
                    <>
                      session <code>{session}</code>
                    </>
                  ) : (
                    (banks?.join(', ') ?? 'all banks')
                  ),
              },
              { name: 'State', cell: (key) => <KeyState of={key} /> },
              {
                name: 'Created',
                kind: 'close',
                look: 'wide-only',
                cell: ({ createdAt }) => moment(createdAt),
              },
              {
                name: 'Last used',
                kind: 'close',
                look: 'wide-only',
                cell: ({ lastUsedAt }) => moment(lastUsedAt),
              },
              {
                name: 'Number',
                kind: 'close',
                look: 'wide-only',
                cell: ({ id }) => <code>{id}</code>,
              },
              {
                name: <span class="hidden">Actions</span>,
                cell: (key) =>
                  keyStateOf(key, Date.now()) === 'good' && (
                    <ConfirmButton
                      name="Revoke"
                      danger
                      question={`Revoke the key of ${key.name}?`}
                      act={async () => {
                        await write('DELETE', `/v1/keys/${encodeURIComponent(key.id)}`);
                        keys.reload();
                      }}
                    >
                      The key stops working at once and cannot be restored. Its users need another
                      key.
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
