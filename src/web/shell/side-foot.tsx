import { ROLE_WORDS } from '../page/keys/role-words.ts';
import { useLiveState } from '../state/live-context.ts';
import { useMe } from '../state/me-context.ts';
import { type Text, t, tr } from '../words/t.ts';

const STATES = {
  connecting: 'Connecting …',
  live: 'Live updates on',
  reconnecting: 'Connection lost, reconnecting …',
} as const satisfies Record<string, Text>;

/** Whose key it is, whether events come in, help, sign-out. */
export function SideFoot({ onSignOut, onHelp }: { onSignOut: () => void; onHelp: () => void }) {
  const me = useMe();
  const state = useLiveState();
  return (
    <div class="side-foot">
      <p role="status">{t(STATES[state])}</p>
      <p>
        {tr('{name} <a>({role})</a>', {
          name: me.name,
          role: t(ROLE_WORDS[me.role]),
          a: (parts) => <span class="faint">{parts}</span>,
        })}
      </p>
      <div class="actions">
        <button type="button" onClick={onHelp}>
          {t('Shortcuts')} <kbd>?</kbd>
        </button>
        <button type="button" onClick={onSignOut}>
          {t('Sign out')}
        </button>
      </div>
      <p class="faint">thetarank {me.version}</p>
    </div>
  );
}
