import { useState } from 'preact/hooks';
import type { SessionSummary } from '../../../api/sessions.ts';
import { t } from '../../words/t.ts';
import { NewKeyDialog } from '../keys/new-key-dialog.tsx';
import { goesOn } from './session-words.ts';

/** Makes a key for whoever answers this session: only where the service scores what they send. */
export function ExamineeKey({ session }: { session: SessionSummary }) {
  const [open, setOpen] = useState(false);
  if (session.model !== null || session.scoring !== 'service' || !goesOn(session)) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {session.person ? t('Invitation link') : t('Key for the examinee')}
      </button>
      {open && <NewKeyDialog session={session.id} onClose={() => setOpen(false)} />}
    </>
  );
}
