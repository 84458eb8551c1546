import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { madeKey } from '../../../api/keys.ts';
import type { Role } from '../../../workflow/keys/roles.ts';
import { write } from '../../api/client.ts';
import { CopyButton } from '../../part/copy-button.tsx';
import { Dialog } from '../../part/dialog.tsx';
import { ExpiryField } from '../../part/expiry-field.tsx';
import { InvitationLink } from '../../part/invitation-link.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { useAction } from '../../state/use-action.ts';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';

const ROLES: readonly { readonly value: Role; readonly name: Text }[] = [
  { value: 'viewer', name: 'viewer: sees results, no question text' },
  { value: 'runner', name: 'runner: creates and answers sessions, sees questions' },
  { value: 'examinee', name: 'examinee: answers one session' },
  { value: 'administrator', name: 'administrator: everything' },
];

/** Makes a key and shows it this once: any, or one of an examinee for the session that is given. */
export function NewKeyDialog({
  session: given,
  onClose,
}: {
  session?: string;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(given === undefined ? 'viewer' : 'examinee');
  const [banks, setBanks] = useState('');
  const [session, setSession] = useState(given ?? '');
  const [days, setDays] = useState('');
  const [made, setMade] = useState<z.output<typeof madeKey> | null>(null);
  const action = useAction(async () => {
    const names = banks
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    const scoped = role === 'runner' || role === 'viewer';
    setMade(
      await write('POST', '/v1/keys', {
        role,
        name: name.trim(),
        banks: scoped && names.length > 0 ? names : null,
        session: role === 'examinee' ? session.trim() : null,
        days: days === '' ? null : Number(days),
      }),
    );
  });
  if (made !== null)
    return (
      <Dialog title={t('Key of {name}', { name: made.name })} onClose={onClose}>
        <p>{t('Copy it now: it is not shown again.')}</p>
        <pre>{made.key}</pre>
        <p>
          <CopyButton text={made.key} name={t('Copy key')} />
        </p>
        {(role === 'examinee' || role === 'expert') && <InvitationLink secret={made.key} />}
        <button type="button" onClick={onClose}>
          {t('Done')}
        </button>
      </Dialog>
    );
  return (
    <Dialog title={t('Create key')} onClose={onClose}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField label={t('Name (who uses the key)')} required value={name} onInput={setName} />
        {given === undefined && (
          <SelectField
            label={t('Role')}
            value={role}
            choices={choicesOf(ROLES)}
            onChange={(value) => setRole(value as Role)}
          />
        )}
        {role === 'examinee' && given === undefined && (
          <TextField label={t('Session')} required value={session} onInput={setSession} />
        )}
        {(role === 'runner' || role === 'viewer') && (
          <TextField
            label={t('Banks')}
            value={banks}
            onInput={setBanks}
            help={t('Separated by commas; empty for all banks.')}
          />
        )}
        <ExpiryField value={days} onInput={setDays} />
        <ProblemNote error={action.error} />
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={action.busy}>
            {t('Create key')}
          </button>
          <button type="button" onClick={onClose}>
            {t('Cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
