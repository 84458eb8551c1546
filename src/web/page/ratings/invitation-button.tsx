import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { madeKey } from '../../../api/keys.ts';
import { write } from '../../api/client.ts';
import { invitation } from '../../api/enter-by-link.ts';
import { CopyButton } from '../../part/copy-button.tsx';
import { Dialog } from '../../part/dialog.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';

/** Makes a key for an expert of a panel, and shows the link that signs in by it this once. */
export function InvitationButton({ panel, name }: { panel: string; name: string }) {
  const [link, setLink] = useState<string | null>(null);
  const make = useAction(async () => {
    const { key } = await write<z.output<typeof madeKey>>('POST', '/v1/keys', {
      role: 'expert',
      name,
      panel,
    });
    setLink(invitation(key));
  });
  return (
    <>
      <button
        type="button"
        aria-disabled={make.busy}
        aria-label={t('Invite {name}', { name })}
        onClick={() => void make.run()}
      >
        {t('Invite')}
      </button>
      <ProblemNote error={make.error} />
      {link !== null && (
        <Dialog title={t('Invitation of {name}', { name })} onClose={() => setLink(null)}>
          <p>
            {t(
              'Whoever has this link rates as {name}. Copy it now: it is not shown again. Another invitation continues the same work.',
              { name },
            )}
          </p>
          <p class="rating-link">
            <code>{link}</code>
          </p>
          <p>
            <CopyButton text={link} name={t('Copy the link')} />
          </p>
          <button type="button" onClick={() => setLink(null)}>
            {t('Done')}
          </button>
        </Dialog>
      )}
    </>
  );
}
